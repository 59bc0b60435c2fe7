/** The weekly review: what is read, and what may be changed of it. */

import { z } from "zod";
import { decisionStates, isDay } from "@/lib/review/decision";
import { figureKeys } from "@/lib/review/figure";
import { incidentClasses, incidentStates, severities } from "@/lib/review/incident";
import { reviewStates } from "@/lib/review/review";
import { parseWeek } from "@/lib/review/week";
import { Id, Nonce, Time } from "./basics";

/** "2026-W48", as addresses name it. */
export const WeekName = z.string().transform((name, context) => {
  const week = parseWeek(name);
  if (week !== null) return week;
  context.addIssue(`"${name.slice(0, 20)}" is no week; one is named as in 2026-W48.`);
  return z.NEVER;
});

const FigureValue = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("count"), value: z.number() }),
  z.object({ kind: z.literal("share"), part: z.number(), whole: z.number() }),
  z.object({ kind: z.literal("length"), ms: z.number().nullable(), n: z.number() }),
]);

const FigureLine = z.object({
  key: z.enum(figureKeys),
  value: FigureValue,
  last: FigureValue.nullable(),
  mean: FigureValue.nullable(),
  target: z.union([z.object({ atMost: z.number() }), z.object({ atLeast: z.number() })]).nullable(),
  met: z.boolean().nullable(),
  change: z.string().nullable(),
  judgement: z.enum(["better", "worse", "same"]).nullable(),
});

const Decision = z.object({
  id: Id,
  week: z.string(),
  what: z.string(),
  owner: z.string(),
  due: z.string(),
  reduces: z.enum(incidentClasses),
  decidedBy: z.string(),
  decidedAt: Time,
  doneBy: z.string().nullable(),
  doneAt: Time.nullable(),
});
export const ReviewedDecision = Decision.extend({ state: z.enum(decisionStates) });

const ResumeNumbers = z.object({
  resumed: z.number(),
  passed: z.number(),
  finished: z.number(),
  finishedWithoutDuplicate: z.number(),
});

const WeekIncident = z.object({
  id: Id,
  signature: z.string(),
  title: z.string(),
  class: z.enum(incidentClasses),
  severity: z.enum(severities),
  state: z.enum(incidentStates),
  openedBy: z.string().nullable(),
  owner: z.string().nullable(),
  startedAt: Time,
  openedAt: Time,
  closedAt: Time.nullable(),
  runs: z.number(),
  actions: z.number(),
});

export const ReviewContent = z.object({
  week: z.string(),
  from: Time,
  to: Time,
  zone: z.string(),
  asOf: Time,
  partial: z.boolean(),
  former: z.array(ReviewedDecision),
  figures: z.array(FigureLine),
  paragraph: z.string(),
  paragraphBy: z.string().nullable(),
  classes: z.array(
    z.object({
      week: z.string(),
      from: Time,
      to: Time,
      partial: z.boolean(),
      counts: z.record(z.enum(incidentClasses), z.number()),
    }),
  ),
  incidents: z.array(WeekIncident),
  recurring: z.array(
    z.object({
      signature: z.string(),
      incidentId: Id,
      title: z.string(),
      class: z.enum(incidentClasses),
      weeks: z.array(z.string()),
    }),
  ),
  nearMisses: z.array(
    z.object({
      kind: z.enum(["other_run", "other_occurrence", "other_payload", "after_window"]),
      state: z.enum(["open", "noted", "let_go", "withdrawn", "kept", "revised"]),
      count: z.number(),
    }),
  ),
  wins: z.object({
    avoidedByType: z.array(z.object({ type: z.string(), actions: z.number() })),
    byPerson: ResumeNumbers,
    byItself: ResumeNumbers,
    workSaved: z.object({ steps: z.number(), tookMs: z.number() }),
  }),
  decisions: z.array(ReviewedDecision),
  gaps: z.array(z.string()),
});

const Review = z.object({
  id: Id,
  week: z.string(),
  version: z.number(),
  state: z.enum(reviewStates),
  revision: z.number(),
  paragraph: z.string().nullable(),
  paragraphBy: z.string().nullable(),
  note: z.string().nullable(),
  createdAt: Time,
  frozenAt: Time.nullable(),
  frozenBy: z.string().nullable(),
});

export const ReviewView = z.object({
  now: Time,
  week: z.string(),
  previous: z.string().nullable(),
  next: z.string().nullable(),
  review: Review.nullable(),
  versions: z.array(
    z.object({
      version: z.number(),
      state: z.enum(reviewStates),
      frozenAt: Time.nullable(),
      frozenBy: z.string().nullable(),
    }),
  ),
  content: ReviewContent,
});
export type ReviewView = z.output<typeof ReviewView>;

export const ReviewList = z.object({
  now: Time,
  current: z.string(),
  lastComplete: z.string(),
  rows: z.array(z.object({ review: Review, decisions: z.array(ReviewedDecision) })),
});

export const Amendments = z.object({
  rows: z.array(z.object({ what: z.string(), before: z.string(), after: z.string() })),
});

export const ReviewAsk = z.object({ version: z.coerce.number().int().min(1).optional() });
export const ReviewExportAsk = ReviewAsk.extend({ format: z.enum(["md", "csv"]).default("md") });

/** The draft that was on the screen. */
const revision = z.number().int().min(1);

export const ParagraphAsk = z.object({
  nonce: Nonce,
  revision,
  /** Null for the one made from the figures. */
  paragraph: z.string().trim().min(1, "Write something, or take the one from the figures.").max(4_000).nullable(),
});
export const AgreeAsk = z.object({
  nonce: Nonce,
  what: z.string().trim().min(3, "Say in a few words what will be done.").max(300),
  owner: z.string().trim().min(1, "Name somebody who does it.").max(100),
  due: z.string().refine(isDay, "A day as in 2026-12-04."),
  reduces: z.enum(incidentClasses),
});
export const DropAsk = z.object({ nonce: Nonce, decisionId: Id });
export const MarkAsk = z.object({ nonce: Nonce, decisionId: Id, done: z.boolean() });
export const FreezeAsk = z.object({ nonce: Nonce, revision });
export const AmendAsk = z.object({
  nonce: Nonce,
  version: z.number().int().min(1),
  note: z.string().trim().min(3, "Say in a few words what became different.").max(500),
});

export const ParagraphAnswer = z.object({ week: z.string() });
export const DecisionAnswer = z.object({ decision: Decision });
export const DropAnswer = z.object({ decisionId: Id });
export const VersionAnswer = z.object({ week: z.string(), version: z.number() });
