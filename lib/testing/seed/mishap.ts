/** What may befall a run, as frequencies out of a thousand runs, and how each is set up in the simulation. */

import type { FaultInput } from "@/lib/demo/world/fault";
import type { Boundary } from "@/lib/sdk/boundary";
import type { Chance } from "./chance";
import type { Call, Trouble } from "./simulated-network";

/** `seen`: a supervisor noticed the exit. Otherwise its lease has to run out. */
export type Death = { seen: boolean; at: { boundary: Boundary; step: string } | { call: Call; afterMs: number } };

export type Mishap = {
  faults?: FaultInput[];
  troubles?: { call: Call; trouble: Trouble }[];
  /** One worker after the other. */
  deaths?: Death[];
};

type Entry = { perMille: number; make: (object: string, chance: Chance) => Mishap };

const at = (boundary: Boundary, step: string, seen = true): Death => ({ seen, at: { boundary, step } });
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

const often = (entries: readonly Entry[], times: number): Entry[] =>
  entries.map((entry) => ({ ...entry, perMille: entry.perMille * times }));

const tables = {
  "support-ticket": [...reading, ...drafting, ...sending, ...dying],
  // Nobody has to resume these, so more of their crashes show what recovery does by itself.
  "sensitive-ticket": [...reading, ...drafting, ...sending, ...often(dying, 2)],
  "ticket-receipt": receipts,
} as const;

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
