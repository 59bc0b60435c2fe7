/** The names of a review's parts, the same on the page and in its exports. */

import type { DecisionState } from "./decision";
import type { IncidentState } from "./incident";
import { mondayOf, parseWeek, weeksLater } from "./week";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "Week 48, 23–29 Nov 2026", also across months and years. */
export function weekTitle(name: string): string {
  const week = parseWeek(name);
  if (week === null) return name;
  const first = mondayOf(week);
  const last = new Date(mondayOf(weeksLater(week, 1)).getTime() - 24 * 3_600_000);
  const sameYear = first.getUTCFullYear() === last.getUTCFullYear();
  const sameMonth = sameYear && first.getUTCMonth() === last.getUTCMonth();
  const from = [
    first.getUTCDate(),
    sameMonth ? null : months[first.getUTCMonth()],
    sameYear ? null : first.getUTCFullYear(),
  ];
  const to = `${last.getUTCDate()} ${months[last.getUTCMonth()]} ${last.getUTCFullYear()}`;
  const begin = from.filter((part) => part !== null).join(" ");
  return `Week ${week.week}, ${begin}${sameMonth ? "–" : " – "}${to}`;
}

export const decisionWords: Record<DecisionState, string> = { done: "Done", late: "Late", open: "Open" };

export const incidentStateWords: Record<IncidentState, string> = {
  open: "Open",
  mitigated: "Mitigated",
  resolved: "Resolved",
  reviewed: "Reviewed",
  dismissed: "Dismissed",
};

/** "2 done · 1 late": what became of decisions, without those states that none is in. */
export function decisionCounts(decisions: readonly { state: DecisionState }[]): string {
  const states: readonly DecisionState[] = ["done", "late", "open"];
  const counted = states.map((state) => ({ state, n: decisions.filter((each) => each.state === state).length }));
  return counted
    .filter(({ n }) => n > 0)
    .map(({ state, n }) => `${n} ${decisionWords[state].toLowerCase()}`)
    .join(" · ");
}
