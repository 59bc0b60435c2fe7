/** Runbooks, what they were followed for, and those that are missing. */

import { z } from "zod";
import { type FollowedStep as FollowedStepType, followedKinds } from "@/lib/review/runbook-step-store";
import { Id, Nonce, Time } from "./basics";

const Slug = z.string();
/** In an address: what may be a runbook's name. */
export const SlugAsk = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "The name of a runbook: lower case, digits and hyphens.");

const Named = z.object({ slug: Slug, title: z.string() });

/** Where to look about a matter: the runbook that fits best, others that fit as well, or how to begin one. */
export const RunbookPointer = z.object({
  best: Named.nullable(),
  ties: z.array(Named),
  template: z.string().nullable(),
});

/** The section that fits. */
export const RunbookQuote = z.object({ ...Named.shape, section: z.string(), markdown: z.string() });

export const FollowedObject = z.object({ kind: z.enum(followedKinds), id: Id });

export const FollowedStep = z.object({
  id: Id,
  slug: Slug,
  hash: z.string(),
  section: z.string().nullable(),
  text: z.string(),
  object: FollowedObject,
  by: z.string(),
  at: Time,
  undone: z.object({ by: z.string(), at: Time }).nullable(),
}) satisfies z.ZodType<FollowedStepType>;

const Patterns = z.partialRecord(
  z.enum(["destination", "workflow", "step", "cause", "state", "verdict"]),
  z.array(z.string()),
);

const Described = {
  ...Named.shape,
  owner: z.string(),
  /** A calendar day. */
  reviewed: z.string(),
  staleAfterDays: z.number(),
  stale: z.boolean(),
  patterns: Patterns,
};

export const RunbookProblem = z.object({
  file: z.string(),
  /** 0 where the whole folder is meant. */
  line: z.number(),
  message: z.string(),
  nextStep: z.string(),
});

export const RunbookList = z.object({
  now: Time,
  /** Null when this deployment has none. */
  folder: z.string().nullable(),
  rows: z.array(
    z.object({
      ...Described,
      steps: z.number(),
      /** About how many runs, actions and incidents a step of it was followed, and when last. */
      used: z.object({ objects: z.number(), lastAt: Time }).nullable(),
    }),
  ),
  problems: z.array(RunbookProblem),
  /** Of the last five weeks. */
  missing: z.array(
    z.object({
      destination: z.array(z.string()),
      workflow: z.array(z.string()),
      step: z.array(z.string()),
      cause: z.array(z.string()),
      incidents: z.number(),
      runs: z.number(),
      actions: z.number(),
      lastAt: Time,
      template: z.string(),
    }),
  ),
});

const Step = z.object({ hash: z.string(), number: z.number(), text: z.string() });

export const RunbookView = z.object({
  now: Time,
  runbook: z.object({
    ...Described,
    file: z.string(),
    blocks: z.array(
      z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("text"), section: z.string().nullable(), markdown: z.string() }),
        z.object({ kind: z.literal("steps"), section: z.string().nullable(), steps: z.array(Step) }),
      ]),
    ),
    used: z.object({ objects: z.number(), lastAt: Time }).nullable(),
  }),
  /** What it was opened about; null when about nothing. */
  context: z
    .object({
      object: FollowedObject,
      name: z.string(),
      runId: Id.nullable(),
      actionId: Id.nullable(),
      destination: z.string().nullable(),
      followed: z.array(FollowedStep),
    })
    .nullable(),
});

/** At most one of them. */
export const RunbookAsk = z.object({ run: Id.optional(), action: Id.optional(), incident: Id.optional() });

export const FollowAsk = z.discriminatedUnion("done", [
  z.object({ done: z.literal(true), nonce: Nonce, object: FollowedObject, hash: z.string().length(64) }),
  z.object({ done: z.literal(false), nonce: Nonce, object: FollowedObject, followedId: Id }),
]);
export const FollowAnswer = z.object({ step: FollowedStep });
