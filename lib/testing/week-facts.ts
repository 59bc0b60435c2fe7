/** Facts of a week that are coherent by themselves; a test changes those it speaks of. */

import type { WeekFacts, WeekIncident } from "@/lib/review/week-facts";
import { anId, monday } from "./factories";

const dayMs = 24 * 3_600_000;
const none = { n: 0, p50Ms: null, p95Ms: null, p99Ms: null };
const noResume = { resumed: 0, passed: 0, finished: 0, finishedWithoutDuplicate: 0 };

export const aWeekIncident = (over: Partial<WeekIncident> = {}): WeekIncident => ({
  id: anId(),
  signature: "contradiction/support-ticket/-/crm",
  title: "The CRM has two notes",
  class: "duplicate_action",
  severity: "s2",
  state: "open",
  openedBy: null,
  owner: null,
  startedAt: monday,
  openedAt: monday,
  closedAt: null,
  runs: 1,
  actions: 1,
  ...over,
});

export const aWeek = (over: Partial<WeekFacts> = {}): WeekFacts => ({
  week: "2026-W10",
  from: monday,
  to: monday + 7 * dayMs,
  measured: true,
  partial: false,
  incidents: [],
  avoided: 0,
  avoidedByType: [],
  gotThrough: 0,
  stepRetries: 0,
  actionRetries: 0,
  longUnknown: 0,
  byPerson: noResume,
  byItself: noResume,
  run: none,
  step: none,
  settling: none,
  validation: none,
  workSaved: { steps: 0, tookMs: 0 },
  nearMisses: [],
  ...over,
});

export const resumes = (resumed: number, passed: number) => ({
  ...{ resumed, passed, finished: passed, finishedWithoutDuplicate: passed },
});
export const took = (n: number, p95Ms: number) => ({ n, p50Ms: p95Ms, p95Ms, p99Ms: p95Ms });
