/** Which protection a workflow needs, and the figures that say so. */

import { z } from "zod";
import { adviceRules, recommendations } from "@/lib/review/advice";
import { incidentClasses, severities } from "@/lib/review/incident";
import { Id, Identifier, Time } from "./basics";

const Cost = z.object({ ms: z.number(), tokens: z.number(), microUsd: z.number() });
const Trouble = z.object({
  class: z.enum(incidentClasses),
  severity: z.enum(severities),
  incidents: z.array(z.object({ id: Id, title: z.string() })),
  seen: z.number(),
  cost: Cost,
});

const declared = {
  destination: z.string(),
  effect: z.enum(["read", "idempotent", "compensatable", "irreversible"]),
  impact: z.enum(["none", "pollutes_data", "escalates_to_people", "breaks_an_sla", "money"]),
};

export const AdviceAsk = z.object({ workflow: Identifier });
export const AdviceList = z.object({
  rows: z.array(
    z.object({
      workflow: z.string(),
      runs: z.number(),
      troubles: z.array(Trouble),
      recommendation: z.enum(recommendations),
    }),
  ),
});

export const AdviceView = z.object({
  workflow: z.string(),
  from: Time,
  to: Time,
  runs: z.number(),
  counted: z.number(),
  again: z.array(
    z.object({
      id: Id,
      runId: Id,
      step: z.string(),
      why: z.enum(["execution_lost", "resumed"]),
      by: z.string().nullable(),
      at: Time,
      tookMs: z.number(),
      tokens: z.number(),
      microUsd: z.number(),
    }),
  ),
  lostCost: z.object({ ...Cost.shape, steps: z.number(), metered: z.number() }),
  use: z.object({
    plainSteps: z.number(),
    computedP50Ms: z.number().nullable(),
    lost: z.object({ executions: z.number(), runIds: z.array(Id) }),
    reused: z.object({ steps: z.number(), tookMs: z.number() }),
    checkpoints: z.object({ rows: z.number(), bytes: z.number() }),
    validations: z.object({ asked: z.number(), madeVoid: z.number(), runIds: z.array(Id) }),
    betweenSteps: z.object({ n: z.number(), p50Ms: z.number().nullable(), p95Ms: z.number().nullable() }),
  }),
  destinations: z.array(
    z.object({
      title: z.string(),
      ...declared,
      actions: z.number(),
      attempts: z.number(),
      retried: z.number(),
      leftUnknown: z.number(),
      unknown: z.number(),
      avoided: z.number(),
      gotThrough: z.number(),
      rows: z.number(),
      bytes: z.number(),
      attemptP50Ms: z.number().nullable(),
    }),
  ),
  actions: z.array(
    z.object({
      id: Id,
      type: z.string(),
      object: z.string(),
      ...declared,
      retried: z.boolean(),
      leftUnknown: z.boolean(),
      unknown: z.boolean(),
      avoided: z.boolean(),
      gotThrough: z.boolean(),
    }),
  ),
  moreActions: z.boolean(),
  troubles: z.array(Trouble),
  advice: z.object({
    recommendation: z.enum(recommendations),
    lines: z.array(
      z.object({
        rule: z.enum(adviceRules),
        needs: z.enum(["checkpoint", "idempotency", "both"]),
        holds: z.boolean(),
        says: z.string(),
      }),
    ),
    next: z.string(),
    takeAway: z.array(z.string()),
  }),
});
