/** The ledger's rows as its SQL functions write them, read back into the words of the ledger. */

import type { Action, Attempt } from "@/lib/ledger/action";
import type { BeginFacts } from "@/lib/ledger/answer";
import type { NearMiss } from "@/lib/ledger/near-miss";
import type { ActionRecord, Avoided, Evidence, Probe, Proposal } from "@/lib/ledger/store";
import { plainText } from "./free-text";
import { holdOf } from "./ledger-destinations";
import { proposalOf } from "./ledger-proposals";

export type StoredAction = Omit<Action, "response"> & { response: string | null };
export type StoredFacts = Omit<BeginFacts, "action"> & { action: StoredAction };
export type StoredRecord = {
  facts: StoredFacts;
  payload: string | null;
  probes: Probe[];
  evidence: Evidence[];
  avoided: Avoided[];
  nearMisses: NearMiss[];
  proposal: Proposal | null;
};

export const actionOf = (stored: StoredAction): Action => ({
  ...stored,
  response: stored.response === null ? null : JSON.parse(stored.response),
});

export const attemptOf = (stored: Attempt): Attempt => ({ ...stored, detail: plainText(stored.detail) });

export const factsOf = (stored: StoredFacts): BeginFacts & { attempts: Attempt[] } => ({
  ...stored,
  action: actionOf(stored.action),
  attempts: stored.attempts.map(attemptOf),
  hold: stored.hold && holdOf(stored.hold),
});

export const probeOf = (stored: Probe): Probe => ({
  ...stored,
  askedBy: plainText(stored.askedBy),
  detail: plainText(stored.detail),
});

export const nearMissOf = (stored: NearMiss): NearMiss => ({
  ...stored,
  decidedBy: plainText(stored.decidedBy),
  reason: plainText(stored.reason),
});

export const avoidedOf = (stored: Avoided): Avoided => ({
  ...stored,
  wrong: stored.wrong && { ...stored.wrong, by: plainText(stored.wrong.by), reason: plainText(stored.wrong.reason) },
});

export const recordOf = ({
  facts,
  payload,
  probes,
  evidence,
  avoided,
  nearMisses,
  proposal,
}: StoredRecord): ActionRecord => ({
  ...factsOf(facts),
  payload,
  proposal: proposal && proposalOf(proposal),
  probes: probes.map(probeOf),
  evidence: evidence.map((row) => ({ ...row, says: plainText(row.says), by: plainText(row.by) })),
  avoided: avoided.map(avoidedOf),
  nearMisses: nearMisses.map(nearMissOf),
});
