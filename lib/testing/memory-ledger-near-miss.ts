/** The in-memory ledger's near misses and revisions. */

import { whyNotRevise } from "@/lib/ledger/near-miss";
import { unsent } from "@/lib/ledger/opening";
import { keepSays, reviseSays } from "@/lib/ledger/settlement";
import type { LedgerStore, ReviseResult, Revision } from "@/lib/ledger/store";
import type { KeptAction, MemoryLedger } from "./memory-ledger";

type NearMisses = Pick<LedgerStore, "recordNearMiss" | "keepOutcome" | "revise">;

export const memoryNearMisses = (ledger: MemoryLedger): NearMisses => ({
  async recordNearMiss(near) {
    const known = ledger.nearMisses.some(
      ({ actionId, kind, fingerprint }) =>
        actionId === near.actionId && kind === near.kind && fingerprint === near.fingerprint,
    );
    if (known) return;
    const undecided = { otherActionId: null, decidedBy: null, reason: null, decidedAt: null };
    ledger.nearMisses.push({ ...near, ...undecided, at: ledger.now() });
  },

  async keepOutcome({ id, actionId, fingerprint, by, reason }) {
    if (ledger.wasSaid(id)) return true;
    const runId = decideMismatch(ledger, actionId, fingerprint, "kept", by, reason);
    if (runId === undefined) return false;
    const action = ledger.getAction(actionId);
    action.acceptedFingerprints = [...action.acceptedFingerprints, fingerprint];
    action.version += 1;
    ledger.say({ id, actionId, kind: "person", says: keepSays(reason), by });
    ledger.announce({ id: actionId, runId, state: "planned" });
    return true;
  },

  revise: async (revision) => revise(ledger, revision),
});

/** The run that asked; undefined when nobody waits for that decision. */
function decideMismatch(
  ledger: MemoryLedger,
  actionId: string,
  fingerprint: string | null,
  state: "kept" | "revised",
  decidedBy: string,
  reason: string,
): string | null | undefined {
  const near = ledger.nearMisses.find(
    (each) =>
      each.actionId === actionId &&
      each.kind === "other_payload" &&
      each.fingerprint === fingerprint &&
      each.state === "open",
  );
  if (near === undefined) return undefined;
  Object.assign(near, { state, decidedBy, reason, decidedAt: ledger.now() });
  return near.runId;
}

function revise(ledger: MemoryLedger, asked: Revision): ReviseResult {
  const made = ledger.actions.get(asked.id);
  if (made !== undefined) return { revised: true, action: ledger.action(made) };
  const former = ledger.actions.get(asked.replaces);
  if (former === undefined) return { revised: false, why: "action_not_found", state: null };
  const why = former.revision + 1 === asked.revision ? whyNotRevise(former) : "replaced";
  if (why !== null) return { revised: false, why, state: former.state };
  former.live = false;
  if (former.state === "planned" || former.state === "held") former.withdrawnWhy = "revised";
  ledger.refold(former.id);
  const action = revisionOf(former, asked, ledger.now());
  ledger.actions.set(action.id, action);
  for (const actionId of [former.id, action.id]) {
    ledger.say({ actionId, kind: "person", says: reviseSays(asked), by: asked.by });
  }
  const askedBy = decideMismatch(ledger, former.id, asked.accepts, "revised", asked.by, asked.reason);
  for (const near of ledger.nearMisses) {
    if (near.actionId === former.id && near.state === "open") near.actionId = action.id;
  }
  ledger.announce({ id: former.id, runId: askedBy ?? former.runId, state: "planned" });
  return { revised: true, action: ledger.action(action) };
}

function revisionOf(former: KeptAction, asked: Revision, now: number): KeptAction {
  const { id, revision, providerKey, marker, fingerprint, payload, accepts } = asked;
  return structuredClone({
    ...former,
    ...{ id, revision, providerKey, marker, fingerprint, payload },
    payloadBytes: Buffer.byteLength(payload),
    acceptedFingerprints: [...former.acceptedFingerprints, ...(accepts === null ? [] : [accepts])],
    live: true,
    state: former.needsGrant ? "held" : "planned",
    grant: null,
    ...unsent(now),
  } satisfies KeptAction);
}
