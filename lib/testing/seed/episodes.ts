/**
 * What last week's review is about: one run, or a pair, for each kind of trouble, on the day on which it happened. Each is
 * lived like every other run; only what befalls it and what people do about it is not left to chance.
 */

import { day, hour, minute, type Span } from "./arrivals";
import type { Chance } from "./chance";
import { at, type Mishap, noMishap, within } from "./mishap";
import { aboutOf, type Manners, type OtherWorkflow, type RunPlan } from "./run-plan";

type Episode = {
  workflow: OtherWorkflow;
  /** Days and hours after last week's Monday, midnight. */
  day: number;
  hour: number;
  befalls?: (object: string) => Mishap;
  manners?: Manners;
  /** Another request about the object of the episode before. */
  sameObject?: true;
};

const [monday, tuesday, wednesday, thursday, friday, saturday] = [0, 1, 2, 3, 4, 5] as const;

const episodes: readonly Episode[] = [
  // Hours of reading, paid for again.
  {
    workflow: "market-digest",
    day: monday,
    hour: 10.2,
    befalls: () => ({ deaths: [within("synthesise", 30_000)] }),
  },
  {
    workflow: "market-digest",
    day: tuesday,
    hour: 14.5,
    befalls: () => ({ deaths: [within("synthesise", 38_000, false), within("synthesise", 12_000)] }),
  },
  { workflow: "market-digest", day: friday, hour: 9.3, befalls: () => ({ deaths: [within("rank", 1_500)] }) },

  // The partner takes notices and answers too late: looked up, found, not sent again.
  ...[9.5, 10.1, 11.4, 13.2, 15.8, 16.3].map(
    (hour): Episode => ({
      workflow: "partner-notice",
      day: wednesday,
      hour,
      befalls: () => ({ troubles: [{ call: "notify", trouble: { kind: "late_answer", ms: 28_000 } }] }),
    }),
  ),
  // It took one while our worker's machine slept, and its log of deliveries was an hour behind: that one got through.
  {
    workflow: "partner-notice",
    day: wednesday,
    hour: 11.9,
    befalls: (object) => ({
      faults: [{ system: "partner", fault: "index_lag", object, ms: hour }],
      deaths: [{ seen: false, at: { call: "notify", afterMs: 10 }, sleepsMs: 20 * minute }],
    }),
  },
  // Away for longer than the policy tries.
  ...[17.1, 17.4, 17.9].map(
    (hour): Episode => ({
      workflow: "partner-notice",
      day: wednesday,
      hour,
      befalls: (object) => ({ faults: [{ system: "partner", fault: "error_before_effect", object, count: 7 }] }),
    }),
  ),

  // Two people looked into yesterday's export, and the money left twice.
  {
    workflow: "order-refund",
    day: friday,
    hour: 15.2,
    befalls: () => ({ deaths: [{ seen: false, at: { call: "refund", afterMs: 10 }, sleepsMs: 3 * hour }] }),
    manners: { settle: "wrongly" },
  },
  // A worker that woke up and found that its lease had gone: fenced, nothing sent twice.
  {
    workflow: "order-refund",
    day: thursday,
    hour: 10.4,
    befalls: () => ({ deaths: [{ ...at("before_send", "billing.refund", false), sleepsMs: 3 * hour }] }),
  },
  // Two requests about one order: one pair was one complaint, the other pair was let go and should not have been.
  { workflow: "order-refund", day: monday, hour: 13.1 },
  { workflow: "order-refund", day: monday, hour: 15.6, sameObject: true, manners: { decide: "reject" } },
  { workflow: "order-refund", day: friday, hour: 8.6 },
  { workflow: "order-refund", day: friday, hour: 12.7, sameObject: true, manners: { decide: "approve" } },
  // Worded anew by the next execution: the same key, another payload.
  {
    workflow: "order-refund",
    day: tuesday,
    hour: 15.3,
    befalls: () => ({ deaths: [at("after_report", "queue.assign")] }),
  },
  // Nobody could say whether the queue took it, and nobody asked again.
  {
    workflow: "order-refund",
    day: wednesday,
    hour: 14.2,
    befalls: (object) => ({ faults: [{ system: "queue", fault: "reply_lost_after_effect", object }] }),
    manners: { settle: "never" },
  },

  // The disk forgot one bit. One run could go on from before it; the other had paid, and waits for somebody to look.
  {
    workflow: "order-refund",
    day: friday,
    hour: 16.4,
    befalls: () => ({ deaths: [{ ...at("after_report", "billing.refund"), damages: "weigh-request" }] }),
    manners: { leave: true },
  },
  {
    workflow: "market-digest",
    day: wednesday,
    hour: 10.7,
    befalls: () => ({ deaths: [{ ...at("after_checkpoint", "rank"), damages: "rank" }] }),
  },
  // Two deploys with runs under way: a step that was not there before, and a result of an older shape.
  {
    workflow: "market-digest",
    day: thursday,
    hour: 14.1,
    befalls: () => ({ deaths: [{ ...within("synthesise", 30_000), deploys: true }] }),
  },
  {
    workflow: "order-refund",
    day: thursday,
    hour: 16.2,
    befalls: () => ({ deaths: [{ ...within("weigh-request", 1_500), deploys: true }] }),
    manners: { leave: true },
  },

  // At a destination that nobody wrote a runbook for.
  {
    workflow: "market-digest",
    day: friday,
    hour: 11.5,
    befalls: (object) => ({ faults: [{ system: "library", fault: "error_after_effect", object, count: 3 }] }),
    manners: { settle: "late" },
  },
  // Every try of it fails, and none says why.
  {
    workflow: "call-label",
    day: friday,
    hour: 13.6,
    befalls: (object) => ({ faults: [{ system: "model", fault: "error_before_effect", object, count: 3 }] }),
  },
  // Left out of a deployment; it waited for a night without a word.
  { workflow: "call-label", day: friday, hour: 21.2, manners: { unservedMs: 10 * hour } },
  // Asked twice, answered twice: nobody was asked, since a second article does no harm.
  { workflow: "market-digest", day: monday, hour: 16.1 },
  { workflow: "market-digest", day: saturday, hour: 11.1, sameObject: true },
];

/** Numbers of their own, above those of the other runs. */
const firstNumber = 7_001;

/** Those of last week that lie in the span. */
export function planEpisodes(span: Span, monday: number, chance: Chance): RunPlan[] {
  let number = firstNumber;
  return episodes
    .map(({ workflow, befalls, manners = {}, sameObject, ...when }, index): RunPlan => {
      if (!sameObject) number += 1;
      const about = aboutOf(workflow, number);
      const eventId = sameObject ? `${about.eventId}-again` : about.eventId;
      const mishap = befalls?.(about.object) ?? noMishap;
      const from = monday + when.day * day + when.hour * hour;
      return { ...about, eventId, at: from, mishap, manners, chance: chance.fork(`episode ${index}`) };
    })
    .filter(({ at }) => at >= span.from && at < span.to)
    .sort((a, b) => a.at - b.at);
}
