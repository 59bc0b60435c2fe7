/** Actions as the API gives them: the ledger only. */

import { z } from "zod";
import {
  type Action as ActionType,
  type Attempt as AttemptType,
  actionStates,
  outcomes,
  resolutions,
  transportResults,
  withdrawals,
} from "@/lib/ledger/action";
import type { Destination as DestinationType, Hold as HoldType } from "@/lib/ledger/destination";
import { type NearMiss as NearMissType, nearMissKinds, nearMissStates } from "@/lib/ledger/near-miss";
import {
  type Avoided as AvoidedType,
  type Evidence as EvidenceType,
  type Probe as ProbeType,
  type Proposal as ProposalType,
  proposable,
} from "@/lib/ledger/store";
import { type Verdict as VerdictType, verdictKinds } from "@/lib/ledger/verdict";
import { Id, Identifier, listOf, Nonce, PageAsk, RangeAsk, Reason, SearchText, Time } from "./basics";

export const attemptReasons = [
  "timeout",
  "rate_limited",
  "server_error",
  "network_before_send",
  "network_after_send",
  "lease_lost",
  "worker_crash",
  "schema_mismatch",
  "refused",
  "error",
] as const;

export const avoidedCauses = ["recovery", "resume", "wake", "repeated_ask"] as const;

export const Destination = z.object({
  name: z.string(),
  title: z.string(),
  effect: z.enum(["read", "idempotent", "compensatable", "irreversible"]),
  impact: z.enum(["none", "pollutes_data", "escalates_to_people", "breaks_an_sla", "money"]),
  deduplicates: z.object({ header: z.string(), windowMs: z.number(), replaysErrors: z.boolean() }).nullable(),
  probe: z
    .object({
      matchingField: z.string(),
      horizonMs: z.number(),
      acceptsSilentHolders: z.boolean(),
      automatic: z.boolean().optional(),
    })
    .nullable(),
  preExecutionCodes: z.array(z.number()).readonly(),
  deadlineMs: z.number(),
  owner: z.string().nullable(),
  runbook: z.string().nullable(),
}) satisfies z.ZodType<DestinationType>;

export const Hold = z.object({ by: z.string(), at: Time, reason: z.string() }) satisfies z.ZodType<HoldType>;

export const Attempt = z.object({
  id: Id,
  actionId: Id,
  number: z.number(),
  token: z.number(),
  executionId: Id.nullable(),
  workerId: Id.nullable(),
  begunAt: Time,
  deadlineAt: Time,
  endedAt: Time.nullable(),
  outcome: z.enum(outcomes).nullable(),
  closedBy: z.enum(["report", "fence", "deadline", "exit"]).nullable(),
  transport: z.enum(transportResults).nullable(),
  reason: z.enum(attemptReasons).nullable(),
  httpCode: z.number().nullable(),
  detail: z.string().nullable(),
  holderEndedAt: Time.nullable(),
  resolution: z.enum(resolutions).nullable(),
}) satisfies z.ZodType<AttemptType>;

export const Action = z.object({
  id: Id,
  runId: Id.nullable(),
  logicalRunId: z.string().nullable(),
  type: z.string(),
  object: z.string(),
  occurrence: z.string(),
  businessKey: z.string(),
  revision: z.number(),
  live: z.boolean(),
  providerKey: z.string(),
  marker: z.string(),
  fingerprint: z.string(),
  declaredFingerprint: z.string(),
  acceptedFingerprints: z.array(z.string()).readonly(),
  destination: z.string(),
  declaration: Destination,
  state: z.enum(actionStates),
  needsGrant: z.boolean(),
  grant: z.object({ decisionId: Id, fingerprint: z.string() }).nullable(),
  withdrawnWhy: z.enum(withdrawals).nullable(),
  version: z.number(),
  createdAt: Time,
  firstBegunAt: Time.nullable(),
  settledAt: Time.nullable(),
  contradictedAt: Time.nullable(),
  contradictionFound: z.enum(["once", "twice"]).nullable(),
  riskAccepted: z.boolean(),
  payloadBytes: z.number(),
  purgedAt: Time.nullable(),
  response: z.unknown(),
}) satisfies z.ZodType<ActionType>;

export const Verdict = z.object({
  kind: z.enum(verdictKinds),
  until: Time.nullable(),
  absentCountsFrom: Time.nullable(),
  reasons: z.array(z.object({ holds: z.boolean(), text: z.string() })),
}) satisfies z.ZodType<VerdictType>;

export const Probe = z.object({
  id: Id,
  actionId: Id,
  destination: z.string(),
  askedBy: z.string(),
  askedAt: Time,
  notBefore: Time,
  state: z.enum(["queued", "running", "done", "failed"]),
  result: z.enum(["found", "absent", "unclear"]).nullable(),
  detail: z.string().nullable(),
  finishedAt: Time.nullable(),
}) satisfies z.ZodType<ProbeType>;

export const Evidence = z.object({
  id: Id,
  actionId: Id,
  attemptId: Id.nullable(),
  kind: z.enum(["report", "late_report", "fence", "deadline", "exit_seen", "probe", "person", "proposal"]),
  says: z.string(),
  by: z.string().nullable(),
  at: Time,
}) satisfies z.ZodType<EvidenceType>;

export const Proposal = z.object({
  id: Id,
  actionId: Id,
  as: z.enum(proposable),
  evidence: z.string(),
  reason: z.string(),
  by: z.string(),
  byPerson: z.string(),
  at: Time,
}) satisfies z.ZodType<ProposalType>;

export const Avoided = z.object({
  actionId: Id,
  executionId: Id,
  runId: Id.nullable(),
  cause: z.enum(avoidedCauses),
  proofAttemptId: Id.nullable(),
  at: Time,
  wrong: z.object({ by: z.string(), reason: z.string(), at: Time, secondActionId: Id }).nullable(),
}) satisfies z.ZodType<AvoidedType>;

const HowFar = z.object({
  state: z.enum(actionStates),
  firstBegunAt: Time.nullable(),
  settledAt: Time.nullable(),
});

export const NearMiss = z.object({
  id: Id,
  kind: z.enum(nearMissKinds),
  actionId: Id,
  otherActionId: Id.nullable(),
  runId: Id.nullable(),
  executionId: Id.nullable(),
  fingerprint: z.string(),
  payload: z.string().nullable(),
  state: z.enum(nearMissStates),
  at: Time,
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
  decidedAt: Time.nullable(),
  later: HowFar,
  earlier: HowFar.nullable(),
}) satisfies z.ZodType<NearMissType>;

export const JudgedAction = z.object({
  action: Action,
  /** JSON text as it is sent; null once purged. */
  payload: z.string().nullable(),
  attempts: z.array(Attempt),
  fence: z.number(),
  absentDidNotSettle: z.boolean(),
  hold: Hold.nullable(),
  /** Waits for a second person. */
  proposal: Proposal.nullable(),
  probes: z.array(Probe),
  evidence: z.array(Evidence),
  avoided: z.array(Avoided),
  nearMisses: z.array(NearMiss),
  verdict: Verdict,
});

export const ActionListItem = z.object({
  action: Action,
  attempts: z.array(Attempt),
  fence: z.number(),
  absentDidNotSettle: z.boolean(),
  hold: Hold.nullable(),
  avoidedCount: z.number(),
  verdict: Verdict,
});

export const ActionListAsk = z.object({
  ...PageAsk.shape,
  ...RangeAsk.shape,
  states: listOf(actionStates).optional(),
  destination: Identifier.optional(),
  runId: Id.optional(),
  text: SearchText.optional(),
  /** Actions of which a duplicate was avoided between from and to. */
  avoided: z.enum(["any", ...avoidedCauses]).optional(),
  /** Actions of which two effects became known between from and to. */
  contradicted: z.literal("true").optional(),
  /** Actions of which nobody had known for an hour, at some moment between from and to, whether they happened. */
  longUnknown: z.literal("true").optional(),
  /** Actions that came close to another action or payload; "open" ones wait for a person. */
  nearMiss: z.enum(["any", "open"]).optional(),
  /** Actions attempted again after this reason between from and to. */
  retried: z.enum(attemptReasons).optional(),
});

export const CheckAsk = z.object({ nonce: Nonce });
export const ProposalAsk = z.object({
  nonce: Nonce,
  proposalId: Id,
  verdict: z.enum(["confirm", "decline"]),
  version: z.number().int(),
  reason: Reason,
});
export const SettleAsk = z.object({
  nonce: Nonce,
  version: z.number().int(),
  as: z.enum(["happened", "did_not_happen", "send_again", "once", "twice"]),
  evidence: z.string().trim().min(3, "Say what you saw and where.").max(2_000),
  reason: Reason,
});

export const KeepAsk = z.object({ nonce: Nonce, nearMissId: Id, reason: Reason });
export const ReviseAsk = z.object({
  nonce: Nonce,
  version: z.number().int(),
  /** The ask that differs and is let in with it. */
  nearMissId: Id.nullable().default(null),
  /** The corrected payload; without it, what that ask brought. */
  payload: z.unknown().optional(),
  reason: Reason,
});

export const SecondAsk = z.object({ nonce: Nonce, executionId: Id, reason: Reason });
