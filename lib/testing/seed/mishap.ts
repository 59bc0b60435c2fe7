/** What may befall a run, as frequencies out of a thousand runs, and how each is set up in the simulation. */

import type { FaultInput } from "@/lib/demo/world/fault";
import type { Boundary } from "@/lib/sdk/boundary";
import type { Chance } from "./chance";
import type { Call, Trouble } from "./simulated-network";

export type Death = {
  /** A supervisor noticed the exit. Otherwise its lease has to run out. */
  seen: boolean;
  at: { boundary: Boundary; step: string; afterMs?: number } | { call: Call; afterMs: number };
  /** It did not die: its machine slept this long, and then it goes on as a zombie. */
  sleepsMs?: number;
  /** A deploy ended it: its successor runs the newer code of the run's workflow. */
  deploys?: true;
  /** Meanwhile a disk flips a byte of the checkpoint of this step. */
  damages?: string;
};

export type Mishap = {
  faults?: FaultInput[];
  troubles?: { call: Call; trouble: Trouble }[];
  /** One worker after the other. */
  deaths?: Death[];
};

type Entry = { perMille: number; make: (object: string, chance: Chance) => Mishap };

/** So far into the step. */
export const within = (step: string, afterMs: number, seen = true): Death => ({
  seen,
  at: { boundary: "step_started", step, afterMs },
});
export const at = (boundary: Boundary, step: string, seen = true): Death => ({ seen, at: { boundary, step } });
const dies = (perMille: number, ...deaths: Death[]): Entry => ({ perMille, make: () => ({ deaths }) });
const fault = (perMille: number, make: (object: string) => FaultInput): Entry => ({
  perMille,
  make: (object) => ({ faults: [make(object)] }),
});
const trouble = (perMille: number, call: Call, met: Trouble): Entry => ({
  perMille,
  make: () => ({ troubles: [{ call, trouble: met }] }),
});
const diesInModel = (perMille: number, seen: boolean, times = 1): Entry => ({
  perMille,
  make: (_, chance) => ({
    deaths: Array.from({ length: times }, () => ({
      seen,
      at: { call: "model", afterMs: chance.between(300, 900) },
    })),
  }),
});

const reading: readonly Entry[] = [
  trouble(30, "ticket", { kind: "connection_refused" }),
  fault(20, () => ({ system: "crm", kind: "crm.history", fault: "error_before_effect" })),
];

const drafting: readonly Entry[] = [
  trouble(25, "model", { kind: "late_answer", ms: 125_000 }),
  fault(40, (object) => ({ system: "model", fault: "rate_limited", object })),
  fault(40, (object) => ({ system: "model", fault: "error_before_effect", object })),
  fault(20, (object) => ({ system: "model", fault: "reply_lost_after_effect", object })),
  // Down for all three attempts: the run fails. For six: its first resume fails as well.
  fault(20, (object) => ({ system: "model", fault: "error_before_effect", object, count: 3 })),
  fault(8, (object) => ({ system: "model", fault: "error_before_effect", object, count: 6 })),
];

const sending: readonly Entry[] = [
  fault(25, (object) => ({ system: "crm", fault: "rate_limited", object })),
  fault(20, (object) => ({ system: "queue", fault: "rate_limited", object })),
  trouble(20, "note", { kind: "connection_refused" }),
  trouble(20, "note", { kind: "late_answer", ms: 4_000 }),
  fault(30, (object) => ({ system: "crm", fault: "reply_lost_after_effect", object })),
  fault(15, (object) => ({ system: "crm", fault: "error_before_effect", object })),
  fault(10, (object) => ({ system: "crm", fault: "error_after_effect", object })),
  fault(12, (object) => ({ system: "queue", fault: "reply_lost_after_effect", object })),
  fault(8, (object) => ({ system: "queue", fault: "error_before_effect", object })),
];

const dying: readonly Entry[] = [
  diesInModel(30, true),
  diesInModel(12, false),
  diesInModel(10, true, 2),
  dies(20, at("after_checkpoint", "recommend")),
  dies(10, at("after_begin", "crm.note")),
  dies(6, at("after_begin", "crm.note", false)),
  dies(8, at("after_send", "crm.note")),
  dies(4, at("after_send", "queue.escalate", false)),
  dies(25, at("after_report", "crm.note")),
  dies(15, at("after_report", "queue.escalate")),
  dies(8, at("after_report", "crm.note", false)),
  dies(10, at("after_checkpoint", "crm.note")),
];

const receipts: readonly Entry[] = [
  trouble(30, "ticket", { kind: "connection_refused" }),
  fault(60, (object) => ({ system: "ticketing", fault: "reply_lost_after_effect", object })),
  fault(50, (object) => ({ system: "ticketing", fault: "error_before_effect", object })),
  fault(40, (object) => ({ system: "ticketing", fault: "rate_limited", object })),
  trouble(30, "reply", { kind: "late_answer", ms: 4_000 }),
  dies(70, at("after_report", "desk.reply")),
  dies(30, at("after_begin", "desk.reply")),
];

/** Minutes of reading are lost with each of these. */
const digesting: readonly Entry[] = [
  dies(60, within("synthesise", 20_000)),
  dies(40, within("rank", 1_000)),
  dies(30, within("synthesise", 35_000, false)),
  fault(60, (object) => ({ system: "model", fault: "rate_limited", object })),
  fault(50, (object) => ({ system: "model", fault: "error_before_effect", object, count: 2 })),
  fault(60, (object) => ({ system: "library", fault: "reply_lost_after_effect", object })),
  dies(40, at("after_report", "library.publish")),
];

/** A webhook's usual weather: it took the notice, and its answer was late or lost. */
const notifying: readonly Entry[] = [
  trouble(90, "notify", { kind: "late_answer", ms: 25_000 }),
  fault(50, (object) => ({ system: "partner", fault: "reply_lost_after_effect", object })),
  fault(60, (object) => ({ system: "partner", fault: "error_before_effect", object, count: 2 })),
  fault(40, (object) => ({ system: "partner", fault: "rate_limited", object })),
  trouble(30, "notify", { kind: "connection_refused" }),
  dies(50, at("after_report", "partner.notify")),
  dies(20, at("after_send", "partner.notify")),
];

const refunding: readonly Entry[] = [
  trouble(30, "order", { kind: "connection_refused" }),
  fault(40, (object) => ({ system: "model", fault: "rate_limited", object })),
  fault(30, (object) => ({ system: "billing", fault: "rate_limited", object })),
  trouble(30, "refund", { kind: "late_answer", ms: 35_000 }),
  dies(60, at("after_report", "billing.refund")),
  dies(30, at("after_checkpoint", "billing.refund")),
  dies(30, at("after_begin", "billing.refund")),
];

const labelling: readonly Entry[] = [
  fault(60, (object) => ({ system: "model", fault: "rate_limited", object })),
  fault(60, (object) => ({ system: "model", fault: "error_before_effect", object, count: 2 })),
  fault(25, (object) => ({ system: "model", fault: "error_before_effect", object, count: 3 })),
  diesInModel(30, true),
];

const often = (entries: readonly Entry[], times: number): Entry[] =>
  entries.map((entry) => ({ ...entry, perMille: entry.perMille * times }));

const tables = {
  "support-ticket": [...reading, ...drafting, ...sending, ...dying],
  // Nobody has to resume these, so more of their crashes show what recovery does by itself.
  "sensitive-ticket": [...reading, ...drafting, ...sending, ...often(dying, 2)],
  "ticket-receipt": receipts,
  "market-digest": digesting,
  "partner-notice": notifying,
  "order-refund": refunding,
  "call-label": labelling,
} as const satisfies Record<string, readonly Entry[]>;

export type WorkflowName = keyof typeof tables;

export function drawMishap(workflow: WorkflowName, object: string, chance: Chance): Mishap {
  let drawn = chance.next() * 1_000;
  for (const { perMille, make } of tables[workflow]) {
    drawn -= perMille;
    if (drawn < 0) return make(object, chance.fork("mishap"));
  }
  return {};
}

export const noMishap: Mishap = {};
