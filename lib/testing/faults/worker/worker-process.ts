/** One worker of the campaign, in a process of its own: `CONDUCTOR_URL` names whom it asks what to do. */

import process from "node:process";
import type { OnBoundary } from "@/lib/sdk/boundary";
import { databaseHeartbeats } from "@/lib/sdk/direct/database-heartbeats";
import { directBackend } from "@/lib/sdk/direct/direct-backend";
import { createWorker } from "@/lib/sdk/worker/worker";
import { createEngine } from "@/lib/wiring";
import { fixture } from "../fixture";
import { breakWorker } from "../teeth/break-worker";
import { type Assignment, assignmentPath, type Hold, holdPath } from "./assignment";
import { followClock } from "./follow-clock";
import { loggedBackend } from "./logged-backend";
import { openWorkerLog, type Say } from "./worker-log";

const conductorUrl = process.env.CONDUCTOR_URL ?? "";

async function main(): Promise<void> {
  const answer = await fetch(`${conductorUrl}${assignmentPath}?pid=${process.pid}`);
  if (answer.status !== 200) return;
  const assigned = (await answer.json()) as Assignment;
  // Before the first thread starts.
  if (assigned.clockFile !== null) followClock(assigned.clockFile);
  const say = openWorkerLog(assigned.logFile, assigned.workerId);
  const { engine, close } = await patiently(() =>
    createEngine({
      progressUrl: assigned.databaseUrl,
      ledgerUrl: assigned.databaseUrl,
      applicationName: "campaign worker",
    }),
  );
  const direct = directBackend(engine, () =>
    databaseHeartbeats(assigned.databaseUrl, (error) => complain(say, "error", error)),
  );
  const broken = breakWorker(assigned.tooth, { engine, backend: direct, worldUrl: assigned.worldUrl });
  const { backend, tenureOf } = loggedBackend(broken.backend, say);
  const { workflows, actions } = fixture({
    ...assigned,
    ...(broken.perform && { perform: broken.perform }),
    onBody: (runId, step) => say({ event: "body", runId, step, ...tenureOf(runId) }),
  });
  const worker = createWorker({
    backend,
    workflows: [workflows.automatic, workflows.manual],
    actions,
    id: assigned.workerId,
    name: assigned.name,
    concurrency: assigned.concurrency,
    ...(assigned.hold && { onBoundary: holdAt(assigned.hold, assigned.workerId) }),
    log: (level, text) => {
      if (level === "warn" || level === "error") say({ event: "complains", level, text });
    },
  });
  await patiently(() => worker.start());
  process.once("SIGTERM", () => {
    void worker
      .stop({ graceMs: assigned.graceMs })
      // A pool that has lost a connection may take long to end; the process ends it anyway.
      .then(() => Promise.race([close(), new Promise((resolve) => setTimeout(resolve, 1_000))]))
      .finally(() => process.exit(0));
  });
}

/** Until the conductor lets the run go. */
function holdAt({ boundary: held, atAction, skip }: Hold, workerId: string): OnBoundary {
  const left = new Map(Object.entries(skip));
  return async (boundary, { runId, subject, step }) => {
    if (boundary !== held || subject === null || (atAction && !step?.includes("."))) return;
    const passes = left.get(subject);
    if (passes === undefined) return;
    if (passes > 0) {
      left.set(subject, passes - 1);
      return;
    }
    left.delete(subject);
    // A conductor that is gone holds nobody.
    await fetch(`${conductorUrl}${holdPath}`, {
      method: "POST",
      body: JSON.stringify({ workerId, runId, subject }),
    }).catch(() => {});
  };
}

/** The campaign may have stopped the database just now. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

function complain(say: Say, level: string, error: unknown): void {
  say({ event: "complains", level, text: error instanceof Error ? error.message : String(error) });
}

await main();
