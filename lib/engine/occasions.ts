/**
 * What is worth a message, read off one object of one half. Pure. An occasion has its own name, so that the same event
 * on the same object is told once, and again only when it really happened again.
 */

import { type Action, type Attempt, effectiveOutcome, isDisputed } from "@/lib/ledger/action";
import { retryWindow } from "@/lib/ledger/retry-window";
import type { Run } from "@/lib/progress/run";
import type { Validation } from "@/lib/progress/validation";
import type { NewMessage } from "./message-store";

export type Occasion = Omit<NewMessage, "id">;

/** What a worker or a probe settles by itself is settled by then. */
export const unknownForMs = 5 * 60 * 1000;
/** Of an approval: time enough to find somebody who decides; of a short deadline the last quarter. */
const dueWithinMs = 60 * 60 * 1000;

export function occasionsOfRun(run: Run): Occasion[] {
  if (run.state !== "interrupted" && run.state !== "blocked" && run.state !== "failed") return [];
  return [
    {
      event: "person.needed",
      objectKind: "run",
      objectId: run.id,
      // A run that stops again after a resume needs a person again.
      occasion: `execution ${run.executionCount}`,
      name: nameOfRun(run),
      state: run.state,
      at: run.endedAt ?? run.lastActivityAt,
    },
  ];
}

export const nameOfRun = (run: Pick<Run, "workflow" | "subject" | "logicalRunId">): string =>
  `${run.workflow} ${run.subject ?? run.logicalRunId}`;

export function occasionsOfAction(
  { action, attempts }: { action: Action; attempts: readonly Attempt[] },
  now: number,
): Occasion[] {
  if (action.state !== "unknown") return [];
  const about = aboutAction(action);
  const occasions: Occasion[] = [];
  const last = attempts.findLast((attempt) => effectiveOutcome(attempt) === "unknown");
  if (last?.endedAt && now - last.endedAt >= unknownForMs) {
    occasions.push({ ...about, event: "action.unknown", occasion: `attempt ${last.number}`, at: last.endedAt });
  }
  if (retryWindow({ action, attempts }, now).state === "closing") {
    occasions.push({ ...about, event: "action.window_closing", occasion: "", at: now });
  }
  return occasions;
}

/** However its run ended: something may have happened twice. */
export function occasionsOfDispute({ action }: { action: Action }): Occasion[] {
  if (!isDisputed(action) || action.contradictedAt === null) return [];
  const at = action.contradictedAt;
  // One that a person found to be once, and that something speaks against again, is told again.
  return [{ ...aboutAction(action), event: "action.contradicted", occasion: `at ${at}`, at }];
}

const aboutAction = ({ id, type, object, state }: Action) => ({
  objectKind: "action" as const,
  objectId: id,
  name: `${type} for ${object}`,
  state,
});

export function occasionsOfValidation(validation: Validation, now: number): Occasion[] {
  if (validation.state !== "pending") return [];
  const about = {
    objectKind: "validation" as const,
    objectId: validation.id,
    name: validation.stepName,
    state: validation.state,
    // An escalated question has another deadline, and asks somebody else.
    occasion: `until ${validation.deadlineAt}`,
  };
  const asked: Occasion = { ...about, event: "approval.asked", at: validation.requestedAt };
  const { requestedAt, deadlineAt } = validation;
  return isDue(requestedAt, deadlineAt, now) ? [asked, { ...about, event: "approval.due", at: now }] : [asked];
}

const isDue = (from: number, until: number, now: number): boolean =>
  now < until && until - now <= Math.min(dueWithinMs, (until - from) / 4);
