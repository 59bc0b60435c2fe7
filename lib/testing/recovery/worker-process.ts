/** One of the workers: each of its runs leaves a checkpoint and then works until somebody ends the process. */

import { fileURLToPath } from "node:url";
import type { Children } from "@/lib/bin/product/children";
import { tsxChild } from "@/lib/bin/product/tsx-child";
import { databaseHeartbeats } from "@/lib/sdk/direct/database-heartbeats";
import { directBackend } from "@/lib/sdk/direct/direct-backend";
import { createWorker } from "@/lib/sdk/worker/worker";
import { workflow } from "@/lib/sdk/workflow";
import { createEngine } from "@/lib/wiring";

/** What most workflows have. */
export const leaseMs = 30_000;

export const longWork = workflow(
  "long-work",
  { version: 1, input: (value: unknown) => value, recovery: "automatic", leaseMs },
  async (run) => {
    await run.step("read", () => "x".repeat(2_048));
    await run.step("work", () => new Promise(() => {}));
  },
);

export type WorkerProcess = { pid: number };

export function startWorkerProcess(
  children: Children,
  { name, url, concurrency }: { name: string; url: string; concurrency: number },
): Promise<WorkerProcess> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, RECOVERY_WORKER: JSON.stringify({ name, url, concurrency }) };
    const onLine = (line: string) => {
      if (line === "ready" && child.pid !== undefined) resolve({ pid: child.pid });
    };
    const child = children.start(tsxChild(name, fileURLToPath(import.meta.url), { env, graceMs: 500, onLine }));
    void child.exited.then(() => reject(new Error(`${name} ended: ${child.lastLines.join("\n")}`)));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Written by startWorkerProcess.
  const { name, url, concurrency } = JSON.parse(process.env.RECOVERY_WORKER ?? "{}");
  const { engine } = await createEngine({ progressUrl: url, ledgerUrl: url, applicationName: name });
  const worker = createWorker({
    backend: directBackend(engine, () => databaseHeartbeats(url, (error) => console.error(error))),
    workflows: [longWork],
    concurrency,
    name,
    log: (level, text, facts) => level === "debug" || console.error(level, text, facts),
  });
  await worker.start();
  console.log("ready");
}
