/** Writes into the worker's log what passes between the SDK and its backend. */

import type { Backend } from "@/lib/sdk/backend";
import type { Say } from "./worker-log";

export type Logged = { backend: Backend; tenureOf(runId: string): { executionId: string; token: number } };

export function loggedBackend(backend: Backend, say: Say): Logged {
  const tenures = new Map<string, { executionId: string; token: number }>();
  return {
    tenureOf: (runId) => tenures.get(runId) ?? { executionId: "", token: 0 },
    backend: {
      ...backend,
      async claim(worker) {
        const claimed = await backend.claim(worker);
        if (claimed !== null) {
          const { runId, executionId, token } = claimed.lease;
          tenures.set(runId, { executionId, token });
          say({ event: "claimed", runId, executionId, token, checkpoints: claimed.run.checkpointCount });
        }
        return claimed;
      },
      async begin(ask) {
        const { runId, token } = ask.holder;
        const { attemptId, actionId, intent } = ask;
        say({ event: "begin", runId, token, attemptId, actionId, payload: intent.payload });
        const answer = await backend.begin(ask);
        say({ event: "begun", runId, attemptId, answer: answer.answer });
        return answer;
      },
      async report(ask) {
        const { attemptId, outcome } = ask;
        say({ event: "reporting", attemptId, outcome });
        const result = await backend.report(ask);
        say({ event: "reported", attemptId, state: result.reported ? result.state : null });
        return result;
      },
      async record(lease, write) {
        const answer = await backend.record(lease, write);
        if ("refused" in answer) return answer;
        const checkpointIds = (write.checkpoints ?? []).map(({ id }) => id);
        say({ event: "recorded", ...lease, checkpointIds, end: answer.resumeNow ? null : (write.end?.kind ?? null) });
        return answer;
      },
    },
  };
}
