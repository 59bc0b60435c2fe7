/** The same work as a workflow, by a worker in this process with its heartbeats in their own thread. */

import { action } from "@/lib/sdk/action";
import type { Backend } from "@/lib/sdk/backend";
import { destination } from "@/lib/sdk/destination";
import { databaseHeartbeats } from "@/lib/sdk/direct/database-heartbeats";
import { directBackend } from "@/lib/sdk/direct/direct-backend";
import { start } from "@/lib/sdk/start";
import { createWorker } from "@/lib/sdk/worker/worker";
import { workflow } from "@/lib/sdk/workflow";
import { createEngine } from "@/lib/wiring";
import type { Subject } from "./measure";
import { computedSteps, payload, result, sentActions } from "./work";

type Input = { object: string };
type Payload = ReturnType<typeof payload>;

export async function prepareReprise(
  url: string,
  destinationUrl: string,
  connectionsMax: number,
  concurrency: number,
): Promise<Subject> {
  const { engine, close } = await createEngine({ progressUrl: url, ledgerUrl: url, connectionsMax });
  const finished = new Map<string, () => void>();
  const backend = announcing(
    directBackend(engine, () => databaseHeartbeats(url, (error) => console.error(error))),
    (runId) => {
      finished.get(runId)?.();
      finished.delete(runId);
    },
  );
  const flow = fiveSteps(destinationUrl);
  const worker = createWorker({
    backend,
    workflows: [flow],
    concurrency,
    log: (level, text, facts) => level === "debug" || console.error(level, text, facts),
  });
  await worker.start();
  const prefix = Date.now();
  let started = 0;

  return {
    async runOnce() {
      started += 1;
      const object = `T-${prefix}-${started}`;
      const { runId } = await start(flow, { object }, { logicalRunId: `${prefix}-${started}`, backend });
      const ended = new Promise<void>((resolve) => finished.set(runId, resolve));
      worker.nudge();
      await ended;
    },
    async close() {
      await worker.stop();
      await close();
    },
  };
}

function fiveSteps(destinationUrl: string) {
  const local = destination({ name: "local", effect: "compensatable", impact: "none", deadline: "5s" });
  const send = (type: string) =>
    action(type, {
      destination: local,
      payload: (value) => value as Payload,
      perform: (attempt) => attempt.fetch(`${destinationUrl}/${type}`, { json: attempt.payload }),
    });
  const sends = sentActions.map(send);
  return workflow(
    "five-steps",
    { version: 1, input: (value) => value as Input, recovery: "automatic" },
    async (run, { object }) => {
      for (const name of computedSteps) await run.step(name, () => result(name, run.id));
      for (const sent of sends) await run.action(sent, object, payload(object));
    },
  );
}

/** Tells when a run's end is durable. */
const announcing = (backend: Backend, onFinished: (runId: string) => void): Backend => ({
  ...backend,
  async record(lease, write) {
    const answer = await backend.record(lease, write);
    if (write.end !== undefined) onFinished(lease.runId);
    return answer;
  },
});
