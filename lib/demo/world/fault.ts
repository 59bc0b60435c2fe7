// The faults that can be armed, and what each needs to be told.
// A fault strikes one kind of call. When none is named it is the system's write (or the search, for a lagging index),
// so that a fault meant for a CRM note is not used up by the history read that comes before it.

import { z } from "zod";
import { BusinessObject, type Kind, LoggedKind, ReadKind, System } from "./contract";

/** The horizon the CRM declares: no note stays invisible to its search for longer. */
export const CRM_HORIZON_MS = 10_000;

/** The partner declares 30 s, and on a bad day its log of deliveries is an hour behind. */
export const PARTNER_LAG_MS_MAX = 3_600_000;

// Longer than any deadline the demo declares; a larger number would be a typing mistake.
const delayMs = z.int().min(1).max(120_000);

const target = {
  object: BusinessObject.nullable().default(null),
  /** Calls it strikes before it is gone; null strikes until it is cleared. */
  count: z.int().min(1).max(1000).nullable().default(1),
};

const call = { ...target, system: System, kind: z.union([LoggedKind, ReadKind]).optional() };

const CallFault = z.discriminatedUnion("fault", [
  z.strictObject({ ...call, fault: z.literal("reply_lost_after_effect") }),
  z.strictObject({ ...call, fault: z.literal("reply_delayed"), ms: delayMs }),
  z.strictObject({ ...call, fault: z.literal("error_before_effect") }),
  z.strictObject({ ...call, fault: z.literal("error_after_effect") }),
  z.strictObject({ ...call, fault: z.literal("rate_limited"), retryAfterSeconds: z.int().min(1).max(600).default(2) }),
  z.strictObject({ ...target, fault: z.literal("slow"), system: z.literal("model"), ms: delayMs.default(6_000) }),
  z.strictObject({
    ...target,
    fault: z.literal("index_lag"),
    system: z.enum(["crm", "partner"]),
    ms: z.int().min(1).max(PARTNER_LAG_MS_MAX).default(CRM_HORIZON_MS),
  }),
]);

/** Names are the worker's own; a boundary or step that never comes leaves the switch armed and visible. */
const BoundaryName = z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/, "lower case, digits, - and _");

const KillFault = z.strictObject({
  ...target,
  fault: z.literal("kill"),
  system: z.literal("worker"),
  boundary: BoundaryName,
  step: z.string().min(1).max(200).nullable().default(null),
});

export const FaultInput = z
  .discriminatedUnion("fault", [CallFault, KillFault])
  .refine((fault) => !("kind" in fault && fault.kind) || fault.kind.startsWith(`${fault.system}.`), {
    path: ["kind"],
    message: "the kind belongs to another system",
  })
  .refine((fault) => fault.fault !== "index_lag" || fault.system !== "crm" || fault.ms <= CRM_HORIZON_MS, {
    path: ["ms"],
    message: `the CRM is never further behind than the ${CRM_HORIZON_MS} ms it declares`,
  });
export type FaultInput = z.input<typeof FaultInput>;

export const Fault = z.discriminatedUnion("fault", [CallFault, KillFault]).and(z.object({ id: z.string() }));
export type Fault = z.infer<typeof Fault>;
export type KillFault = Extract<Fault, { fault: "kill" }>;
export type CallFault = Exclude<Fault, { fault: "kill" }>;

export const FaultList = z.object({ faults: z.array(Fault) });
export const FaultCleared = z.object({ cleared: z.string() });

export const KillQuestion = z.strictObject({
  object: BusinessObject,
  boundary: BoundaryName,
  step: z.string().min(1).max(200).nullable().default(null),
});
export type KillQuestion = z.input<typeof KillQuestion>;
export const KillAnswer = z.object({ kill: z.boolean() });

const writeOf: Record<System, LoggedKind> = {
  ticketing: "ticketing.reply",
  crm: "crm.note",
  queue: "queue.message",
  model: "model.call",
  billing: "billing.credit",
  partner: "partner.notice",
  library: "library.article",
};

/** The one kind of call this fault strikes. */
export function kindStruckBy(fault: CallFault): Kind {
  if (fault.fault === "index_lag") return fault.system === "crm" ? "crm.search" : "partner.search";
  if (fault.fault === "slow") return "model.call";
  return fault.kind ?? writeOf[fault.system];
}
