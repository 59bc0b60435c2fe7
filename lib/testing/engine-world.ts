/** The engine over stores in memory, with time in the test's hands. */

import { createHash, createHmac } from "node:crypto";
import { type BeginAnswer, type BeginAsk, beginAttempt } from "@/lib/engine/begin-attempt";
import type { Operator } from "@/lib/engine/command-store";
import type { Engine } from "@/lib/engine/engine";
import { holdActions } from "@/lib/engine/hold-actions";
import { recordProgress } from "@/lib/engine/record-progress";
import type { Destination } from "@/lib/ledger/destination";
import type { Claimed, ValidationWrite } from "@/lib/progress/store";
import type { Role } from "@/lib/progress/validation";
import type { ReviewEngine } from "@/lib/review/review-engine";
import { aCrm, anId, monday } from "./factories";
import { aReport } from "./ledger-world";
import { memoryCommandStore } from "./memory-command-store";
import { memoryIncidentStore } from "./memory-incident-store";
import { memoryLedgerStore } from "./memory-ledger-store";
import { memoryMessageStore } from "./memory-message-store";
import { memoryProgressStore } from "./memory-progress-store";
import { memoryReviewStore } from "./memory-review-store";
import { memoryRunbookStepStore } from "./memory-runbook-step-store";
import { memoryStopDecisionStore } from "./memory-stop-decision-store";
import { aClaimedRun, aValidationStep, awaitPerson, mustRecord } from "./progress-world";

export type EngineWorld = { engine: ReviewEngine; now(): number; pass(ms: number): void };

export function anEngineWorld(): EngineWorld {
  let at = monday;
  const now = () => at;
  return {
    engine: {
      progress: memoryProgressStore({ now }),
      ledger: memoryLedgerStore(now),
      commands: memoryCommandStore(now),
      messages: memoryMessageStore(now),
      incidents: memoryIncidentStore(now),
      reviews: memoryReviewStore(now),
      runbookSteps: memoryRunbookStepStore(now),
      stopDecisions: memoryStopDecisionStore(now),
      hash: {
        sha256: (text) => createHash("sha256").update(text).digest("hex"),
        hmac: (secret, text) => createHmac("sha256", secret).update(text).digest("hex"),
      },
      newId: anId,
    },
    now,
    pass(ms) {
      at += ms;
    },
  };
}

export const anOperator = (role: Role = "operator"): Operator => ({ id: anId(), name: "Dana", role });

type RunAsk = BeginAsk & { holder: NonNullable<BeginAsk["holder"]>; logicalRunId: string };

/** What the code of a run asks when it comes to its CRM note. */
export function askNote(
  claimed: Claimed,
  over: Partial<RunAsk> & { declaration?: Destination; payload?: unknown } = {},
): RunAsk {
  const { declaration = aCrm(), payload = { text: "Hello" }, ...rest } = over;
  return {
    holder: { ...claimed.lease, workerId: anId(), executionKind: claimed.kind },
    logicalRunId: claimed.run.logicalRunId,
    intent: {
      type: "crm.note",
      object: "T-1041",
      occurrence: "",
      payload,
      volatileFields: [],
      declaration,
      needsGrant: false,
    },
    actionId: anId(),
    attemptId: anId(),
    deadlineMs: declaration.deadlineMs,
    validationId: null,
    ...rest,
  };
}

export async function mustProceed(engine: Engine, ask: BeginAsk): Promise<Extract<BeginAnswer, { answer: "proceed" }>> {
  const answer = await beginAttempt(engine, ask);
  if (answer.answer !== "proceed") throw new Error(`The ledger answered ${answer.answer}.`);
  return answer;
}

/** A run blocked by an action that its worker itself reported as unknown. */
export async function aBlockedRun({ engine }: EngineWorld, declaration = aCrm()) {
  const claimed = await aClaimedRun(engine.progress);
  const begun = await mustProceed(engine, askNote(claimed, { declaration }));
  await engine.ledger.report(aReport(begun.attempt.id, "unknown"));
  await recordProgress(engine, claimed.lease, {
    id: anId(),
    end: { kind: "blocked", cause: "outcome_unknown", text: "The CRM may have it.", actionIds: [begun.actionId] },
  });
  return { claimed, runId: claimed.run.id, actionId: begun.actionId };
}

/** A run that waits for the approval of a note, which its ledger holds. */
export async function aHeldNote({ engine }: EngineWorld, over: Partial<ValidationWrite> = {}) {
  const claimed = await aClaimedRun(engine.progress);
  const { logicalRunId, intent, holder } = askNote(claimed);
  const action = { actionId: anId(), intent: { ...intent, needsGrant: true } };
  const held = await holdActions(engine, { holder, lease: claimed.lease, logicalRunId, actions: [action] });
  if (held.answer !== "held") throw new Error(held.answer);
  const { validation, write } = aValidationStep("approve", { subjects: held.subjects, ...over });
  await mustRecord(engine.progress, claimed.lease, { ...write, ...awaitPerson(validation.id) });
  const shown = held.subjects.map(({ fingerprint }) => fingerprint);
  const note = { ...askNote(claimed), intent: action.intent, validationId: validation.id };
  return { runId: claimed.run.id, validation, shown, actionId: action.actionId, note };
}
