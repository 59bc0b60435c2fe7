/** What the demo's team decided a week before the newest one that is over, so that its review begins with something. */

import { demoAccounts } from "@/lib/auth/demo-accounts";
import type { Engine } from "@/lib/engine/engine";
import type { Decision } from "@/lib/review/decision";
import type { ReviewStore } from "@/lib/review/review-store";
import { weekName, weeksLater } from "@/lib/review/week";
import { dayText, lastCompleteWeek, rangeOfWeek } from "@/lib/review/week-range";

const dayMs = 24 * 3_600_000;

export async function tellReviews(engine: Engine, reviews: ReviewStore, zone: string): Promise<void> {
  const last = lastCompleteWeek(await engine.progress.now(), zone);
  const { to } = rangeOfWeek(last, zone);
  const week = weekName(weeksLater(last, -1));
  const lead = demoAccounts.find(({ role }) => role === "lead")?.name ?? "the lead";
  await reviews.open({ id: engine.newId(), week });
  for (const { done, ...told } of toldDecisions(to, zone)) {
    const id = engine.newId();
    const { added } = await reviews.addDecision({ id, week, ...told, decidedBy: lead });
    if (added && done) await reviews.markDecision({ id, done, by: lead });
  }
}

type Told = Pick<Decision, "what" | "owner" | "due" | "reduces"> & { done: boolean };

/** `to`: the Monday after the newest week that is over. */
const toldDecisions = (to: number, zone: string): Told[] => [
  {
    what: "Let the partner's webhook deduplicate on our key",
    owner: "Omar Haddad",
    due: dayText(to - 4 * dayMs, zone),
    reduces: "duplicate_action",
    done: true,
  },
  {
    what: "Write a runbook for the billing system",
    owner: "Omar Haddad",
    due: dayText(to - 3 * dayMs, zone),
    reduces: "observability_debt",
    done: false,
  },
  {
    what: "Keep a checkpoint after each source of the digest",
    owner: "Lena Brandt",
    due: dayText(to + 11 * dayMs, zone),
    reduces: "progress_loss",
    done: false,
  },
];
