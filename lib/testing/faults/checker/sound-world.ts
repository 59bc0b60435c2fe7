/** A small world in which nothing is wrong: what the checker's tests plant their violations in. */

import { createHash } from "node:crypto";
import { canonicalForm } from "@/lib/ledger/fingerprint";
import type { OracleLine } from "../world/oracle";
import type { Observed } from "./observed";

export const payload = { intent: "s1-r0/refund.create/T-0", amount: 10, lines: ["a", "b"] };
export const otherPayload = { ...payload, lines: ["b", "a"] };
const fingerprint = createHash("sha256").update(canonicalForm(payload)).digest("hex");

export const effect: OracleLine = {
  event: "effect",
  at: 1_200,
  path: "refund",
  intent: payload.intent,
  marker: "m1",
  key: null,
  attempt: 1,
  worker: "w1",
  payload,
};

/** One run: a first execution that was lost, and a second that found its action confirmed and finished. */
export function soundWorld(): Observed {
  return {
    now: 60_000,
    runs: [
      {
        id: "r1",
        logicalRunId: "s1-r0",
        state: "succeeded",
        cause: null,
        error: null,
        readyAt: null,
        waitsForActions: [],
        waitsForValidations: [],
        leaseMs: 1_500,
        createdAt: 900,
      },
    ],
    leases: [{ runId: "r1", token: 2, workerId: null, expiresAt: null }],
    executions: [
      {
        id: "e1",
        runId: "r1",
        number: 1,
        token: 1,
        kind: "first",
        state: "lost",
        workerId: "w1",
        startedAt: 1_000,
        endedAt: 2_500,
        endReason: "lease expired",
      },
      {
        id: "e2",
        runId: "r1",
        number: 2,
        token: 2,
        kind: "recovery",
        state: "finished",
        workerId: "w2",
        startedAt: 2_600,
        endedAt: 2_900,
        endReason: "finished",
      },
    ],
    steps: [
      { id: "p1", runId: "r1", name: "prepare", kind: "step", actionId: null, supersededBy: null },
      { id: "p2", runId: "r1", name: "refund.create", kind: "action", actionId: "a1", supersededBy: null },
    ],
    checkpoints: [
      { id: "c1", runId: "r1", number: 1, stepId: "p1", executionId: "e1", supersededBy: null, createdAt: 1_050 },
      { id: "c2", runId: "r1", number: 2, stepId: "p2", executionId: "e2", supersededBy: null, createdAt: 2_700 },
    ],
    validations: [{ id: "v1", runId: "r1", state: "approved", subjects: [{ actionId: "a1", fingerprint }] }],
    decisions: [{ id: "d1", validationId: "v1", verdict: "approve" }],
    actions: [
      {
        id: "a1",
        runId: "r1",
        type: "refund.create",
        object: "T-0",
        logicalRunId: "s1-r0",
        state: "confirmed",
        marker: "m1",
        providerKey: "k1",
        fingerprint,
        payload: JSON.stringify(payload),
        needsGrant: true,
        grantDecisionId: "d1",
        deduplicatesMs: null,
        deadlineMs: 1_500,
        firstBegunAt: 1_100,
        settledAt: 1_300,
      },
    ],
    attempts: [
      {
        id: "t1",
        actionId: "a1",
        number: 1,
        token: 1,
        begunAt: 1_100,
        outcome: "confirmed",
        closedBy: "report",
        resolution: null,
      },
    ],
    evidence: [{ actionId: "a1", attemptId: "t1", kind: "report", at: 1_300 }],
    nearMisses: [],
    oracle: [{ ...effect, event: "arrived" }, effect],
    workers: [
      { at: 1_000, worker: "w1", event: "claimed", runId: "r1", executionId: "e1", token: 1, checkpoints: 0 },
      { at: 1_010, worker: "w1", event: "body", runId: "r1", executionId: "e1", token: 1, step: "prepare" },
      {
        at: 1_060,
        worker: "w1",
        event: "recorded",
        runId: "r1",
        executionId: "e1",
        token: 1,
        checkpointIds: ["c1"],
        end: null,
      },
      { at: 1_090, worker: "w1", event: "begin", runId: "r1", token: 1, attemptId: "t1", actionId: "a1", payload },
      { at: 2_600, worker: "w2", event: "claimed", runId: "r1", executionId: "e2", token: 2, checkpoints: 1 },
      {
        at: 2_900,
        worker: "w2",
        event: "recorded",
        runId: "r1",
        executionId: "e2",
        token: 2,
        checkpointIds: ["c2"],
        end: "finished",
      },
    ],
    commands: [],
    clicks: [],
    presses: [{ actionId: "a1", runId: "r1", verdict: "not_needed", pressed: "resume", at: 2_000 }],
    locks: [{ runId: "r1", from: 1_400, until: 2_400 }],
    left: { sessions: 0, heldLeases: 0, advisoryLocks: 0, preparedTransactions: 0 },
    listed: ["r1"],
  };
}
