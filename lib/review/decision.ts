/** What a week's review decided: at most three things, each with an owner, a day, and the class it should reduce. */

import type { IncidentClass } from "./incident";
import { dayText } from "./week-range";

export type Decision = {
  id: string;
  /** Of the review that decided it. */
  week: string;
  what: string;
  owner: string;
  /** A calendar day in the deployment's zone, "2026-12-04". */
  due: string;
  reduces: IncidentClass;
  decidedBy: string;
  decidedAt: number;
  doneBy: string | null;
  doneAt: number | null;
};

/** More are not done by the next review. */
export const decisionsMax = 3;

export const decisionStates = ["done", "late", "open"] as const;
export type DecisionState = (typeof decisionStates)[number];

/** Its day is still its own: it is late when the next one begins. */
export function decisionState(
  { doneAt, due }: Pick<Decision, "doneAt" | "due">,
  now: number,
  zone: string,
): DecisionState {
  if (doneAt !== null) return "done";
  return dayText(now, zone) > due ? "late" : "open";
}

/** A day that is over cannot be met: what is due then is late before anybody begins. Null when it can. */
export const whyNotDue = (due: string, now: number, zone: string): string | null =>
  due < dayText(now, zone) ? "This day is over. Choose today or a later one." : null;

/** "2026-02-30" is a text like a day, and none. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
