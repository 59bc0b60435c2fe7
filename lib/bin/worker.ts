/**
 * `npm run worker [file]`: without a file the demo's agents, with one the workflows that the file exports as
 * `workflows` and, for look-ups, its `actions`.
 */

import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { keepAnnouncing } from "@/lib/announcing";
import { actions, workflows } from "@/lib/demo/agents";
import { killSwitch } from "@/lib/demo/kill-switch";
import { setWorldUrl } from "@/lib/demo/world-url";
import { getDatabaseUrls, readEnv, SetupError } from "@/lib/env";
import { log } from "@/lib/log";
import type { AnyAction } from "@/lib/sdk/action";
import { databaseHeartbeats } from "@/lib/sdk/direct/database-heartbeats";
import { directBackend } from "@/lib/sdk/direct/direct-backend";
import { createWorker, type WorkerOptions } from "@/lib/sdk/worker/worker";
import type { AnyWorkflow } from "@/lib/sdk/workflow";
import { createEngine } from "@/lib/wiring";
import { reportFailure } from "./product/report-failure";

/** A step in progress may finish and leave its checkpoint; a supervisor kills a little later. */
const graceMs = 8_000;

type Work = Pick<WorkerOptions, "workflows" | "actions" | "onBoundary">;

// Made by the SDK's `workflow` and `action`, which cannot be told from look-alikes.
const UserModule = z.object({
  workflows: z.array(z.custom<AnyWorkflow>((value) => hasFunction(value, "run"))).min(1),
  actions: z.array(z.custom<AnyAction>((value) => hasFunction(value, "perform"))).default([]),
});

function hasFunction(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, name) === "function";
}

async function main(): Promise<void> {
  const [, , file] = process.argv;
  const work = file === undefined ? demoWork() : await loadWork(file);
  const { progressUrl, ledgerUrl } = getDatabaseUrls();
  const { engine, close } = await createEngine({ progressUrl, ledgerUrl, applicationName: "reprise worker" });
  let stopping = false;
  const worker = createWorker({
    ...work,
    backend: directBackend(engine, () =>
      databaseHeartbeats(progressUrl, (error) => log.error({ error }, "The heartbeat thread failed")),
    ),
    id: process.env.WORKER_ID || undefined,
    name: process.env.WORKER_NAME || `${os.hostname()}-${process.pid}`,
    log: (level, text, facts) => log[level](facts ?? {}, text),
  });
  await worker.start();
  keepAnnouncing(engine, () => !stopping);
  console.log(`${worker.name} works on ${work.workflows.map(({ name, version }) => `${name} v${version}`).join(", ")}`);

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      console.log(`${worker.name} stops: what runs may finish`);
      void worker
        .stop({ graceMs })
        .then(close)
        .then(
          () => process.exit(0),
          (error) => fail(error),
        );
    });
  }
}

function demoWork(): Work {
  const { worldUrl } = readEnv();
  if (worldUrl === null) {
    throw new SetupError(
      "world_failed",
      "The demo's outside world is not running, and no file with workflows was given.",
      "Run npm start in another terminal, or: npm run worker path/to/your-workflows.ts",
    );
  }
  setWorldUrl(worldUrl);
  return { workflows, actions, onBoundary: killSwitch(worldUrl) };
}

async function loadWork(file: string): Promise<Work> {
  const loaded: unknown = await import(pathToFileURL(path.resolve(file)).href);
  const parsed = UserModule.safeParse(loaded);
  if (parsed.success) return parsed.data;
  throw new SetupError(
    "env_invalid",
    `${file} does not export what a worker needs.`,
    "Export `workflows`, an array of what workflow(...) returned, and `actions`, an array of what action(...) returned.",
  );
}

function fail(error: unknown): never {
  reportFailure(error);
  process.exit(1);
}

await main().catch(fail);
