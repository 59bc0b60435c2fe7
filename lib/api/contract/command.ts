/** What operators press, and what is known to have come of it. */

import { z } from "zod";
import { commandKinds } from "@/lib/engine/command-store";
import { decisionKinds } from "@/lib/progress/dealt-with";
import { Id, Nonce, Reason, Role, Time } from "./basics";

// One table decides on the server and explains in the browser why a button is off.
export { mayCommand, operatorMay } from "@/lib/engine/permissions";

export const Command = z.object({
  id: Id,
  kind: z.enum(commandKinds),
  objectKind: z.enum(["run", "action", "validation", "destination", "review", "incident", "api_key"]),
  objectId: z.string(),
  by: z.string(),
  role: Role,
  reason: z.string().nullable(),
  shown: z.unknown(),
  before: z.unknown(),
  after: z.unknown(),
  state: z.enum(["accepted", "applied", "no_effect", "refused"]),
  answer: z.unknown(),
  observed: z.string().nullable(),
  at: Time,
});

export const ResumeAsk = z.object({
  nonce: Nonce,
  /** 0 = from zero. */
  fromCheckpoint: z.number().int().min(0),
  planToken: z.string().min(1).max(64),
  /** Pressed for several runs at once: how many, and as of when they were listed. */
  bulk: z
    .object({ count: z.number().int().min(1).max(1_000), asOf: Time })
    .nullable()
    .default(null),
  reason: Reason,
});
export const ResumeAnswer = z.object({ runId: Id, executionNumber: z.number(), checking: z.array(Id) });

export const CancelAsk = z.object({ nonce: Nonce, reason: Reason });
export const CancelAnswer = z.object({ runId: Id });

/** `number` is that of the last decision that was on the screen, 0 for none. */
export const DealAsk = z.discriminatedUnion("as", [
  z.object({ as: z.literal("accepted"), nonce: Nonce, number: z.number().int().min(0), reason: Reason }),
  z.object({
    as: z.literal("superseded"),
    nonce: Nonce,
    number: z.number().int().min(0),
    reason: Reason,
    supersededBy: Id,
  }),
  z.object({ as: z.literal("reopened"), nonce: Nonce, number: z.number().int().min(0), reason: Reason }),
]);
export const DealAnswer = z.object({ runId: Id, as: z.enum(decisionKinds), number: z.number() });

export const DecideAsk = z.object({
  nonce: Nonce,
  verdict: z.enum(["approve", "reject"]),
  reason: z.string().trim().max(2_000).nullable().default(null),
  answer: z.unknown().optional(),
  /** The fingerprints that were on the screen. */
  shown: z.array(z.string()).max(100),
  /** Payloads that the approver changed; the approval binds to these. */
  edits: z
    .array(z.object({ actionId: Id, payload: z.unknown() }))
    .max(100)
    .default([]),
});
