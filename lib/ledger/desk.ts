/**
 * The unknown actions as somebody works through them: what belongs together and is done about in one go stands together,
 * and whatever runs out first stands first. Pure.
 */

import { type AttemptReason, effectiveOutcome } from "./action";
import { retryWindow } from "./retry-window";
import type { ActionRecord } from "./store";

export type DeskGroup<Record> = {
  destination: string;
  title: string;
  /** Why nobody knows; null when the attempt ended without a reason. */
  cause: AttemptReason | null;
  records: Record[];
};

type Facts = Pick<ActionRecord, "action" | "attempts">;

/** Open same-key windows by their end, then by how long it has been unknown. */
export function deskGroups<Record extends Facts>(records: readonly Record[], now: number): DeskGroup<Record>[] {
  const sorted = [...records].sort(
    (a, b) => lastSafeMoment(a, now) - lastSafeMoment(b, now) || begunAt(a) - begunAt(b),
  );
  const groups = new Map<string, DeskGroup<Record>>();
  for (const record of sorted) {
    const { destination, declaration } = record.action;
    const cause = causeOf(record);
    const name = JSON.stringify([destination, cause]);
    const group = groups.get(name) ?? { destination, title: declaration.title, cause, records: [] };
    group.records.push(record);
    groups.set(name, group);
  }
  return [...groups.values()];
}

function lastSafeMoment(record: Facts, now: number): number {
  const { state, until } = retryWindow(record, now);
  return until !== null && (state === "open" || state === "closing") ? until : Number.MAX_SAFE_INTEGER;
}

const begunAt = ({ action }: Facts): number => action.firstBegunAt ?? action.createdAt;

const causeOf = ({ attempts }: Facts): AttemptReason | null =>
  attempts.findLast((attempt) => effectiveOutcome(attempt) === "unknown")?.reason ?? null;
