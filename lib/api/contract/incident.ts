/** Incidents: what the rules and people found, and what became of it. */

import { z } from "zod";
import { causeClass, type IncidentCause, incidentClasses, incidentStates, severities } from "@/lib/review/incident";
import { Id, listOf, Nonce, PageAsk, pageOf, RangeAsk, Reason, Role, Time } from "./basics";
import { FollowedStep, RunbookPointer } from "./runbook";

// The keys of the literal, which has at least one.
export const incidentCauses = ["by_hand", ...Object.keys(causeClass)] as ["by_hand", ...IncidentCause[]];

const Cost = z.object({ ms: z.number(), tokens: z.number(), microUsd: z.number() });
const Person = z.object({ id: z.string(), name: z.string() });

export const Incident = z.object({
  id: Id,
  signature: z.string(),
  cause: z.enum(incidentCauses),
  place: z.object({
    workflow: z.string().nullable(),
    step: z.string().nullable(),
    destination: z.string().nullable(),
  }),
  class: z.enum(incidentClasses),
  severity: z.enum(severities),
  state: z.enum(incidentStates),
  title: z.string(),
  owner: Person.nullable(),
  formerId: Id.nullable(),
  openedBy: z.string().nullable(),
  openedAt: Time,
  startedAt: Time,
  lastSeenAt: Time,
  mitigatedAt: Time.nullable(),
  closedAt: Time.nullable(),
  reviewedAt: Time.nullable(),
  version: z.number().int(),
  evidence: z.number().int(),
  runs: z.number().int(),
  actions: z.number().int(),
  cost: Cost,
});
export type Incident = z.output<typeof Incident>;

export const Evidence = z.object({
  id: Id,
  incidentId: Id,
  key: z.string(),
  at: Time,
  says: z.string(),
  runId: Id.nullable(),
  actionId: Id.nullable(),
  executionId: Id.nullable(),
  step: z.string().nullable(),
  cost: Cost,
});

export const IncidentChange = z.object({
  id: Id,
  incidentId: Id,
  kind: z.enum(["opened", "state", "class", "severity", "owner", "note"]),
  before: z.string().nullable(),
  after: z.string().nullable(),
  by: z.string().nullable(),
  role: Role.nullable(),
  reason: z.string().nullable(),
  at: Time,
});

const filter = {
  classes: listOf(incidentClasses).optional(),
  states: listOf(incidentStates).optional(),
  severities: listOf(severities).optional(),
  cause: z.enum(incidentCauses).optional(),
  /** "me" is whoever asks, "nobody" those without an owner. */
  owner: z.enum(["me", "nobody"]).optional(),
  runId: Id.optional(),
  actionId: Id.optional(),
  ...RangeAsk.shape,
};
export const IncidentCountsAsk = z.object(filter);
export const IncidentListAsk = PageAsk.extend(filter);
export const IncidentList = pageOf(Incident);

const countsOf = <T extends string>(keys: readonly T[]) => z.record(z.enum(keys), z.number().int());
export const IncidentCounts = z.object({
  total: z.number().int(),
  classes: countsOf(incidentClasses),
  states: countsOf(incidentStates),
  severities: countsOf(severities),
});

export const IncidentView = z.object({
  now: Time,
  incident: Incident,
  evidence: z.array(Evidence),
  history: z.array(IncidentChange),
  nextId: Id.nullable(),
  /** In words: what it looks for, where, and what helps. */
  rule: z.object({ sentence: z.string(), source: z.string(), severity: z.string(), next: z.string() }).nullable(),
  runbooks: RunbookPointer,
  followed: z.array(FollowedStep),
});
export type IncidentView = z.output<typeof IncidentView>;

export const EvidenceList = pageOf(Evidence);

export const OpenIncidentAsk = z.object({
  nonce: Nonce,
  title: z.string().trim().min(3, "Say in a few words what happened.").max(200),
  class: z.enum(incidentClasses),
  severity: z.enum(severities),
  reason: Reason,
  runId: Id.nullable().default(null),
  actionId: Id.nullable().default(null),
});

const Press = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("take") }),
  z.object({ kind: z.literal("give_back") }),
  z.object({ kind: z.literal("note") }),
  z.object({ kind: z.literal("state"), to: z.enum(incidentStates) }),
  z.object({ kind: z.literal("class"), to: z.enum(incidentClasses) }),
  z.object({ kind: z.literal("severity"), to: z.enum(severities) }),
]);
/** Whoever takes it or gives it back need not say why. */
const saysWhy = ({ change, reason }: { change: { kind: string }; reason: string | null }): boolean =>
  reason !== null || change.kind === "take" || change.kind === "give_back";
export const TendIncidentAsk = z
  .object({ nonce: Nonce, version: z.number().int().min(1), change: Press, reason: Reason.nullable().default(null) })
  .refine(saysWhy, { path: ["reason"], message: "Say in a few words why." });

export const IncidentAnswer = z.object({ ok: z.literal(true), incident: Incident });
