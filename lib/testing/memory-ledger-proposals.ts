/** The in-memory ledger's settlements that need a second person. */

import { isDisputed } from "@/lib/ledger/action";
import { confirmationSays, proposalSays } from "@/lib/ledger/settlement";
import type { LedgerStore, Proposal } from "@/lib/ledger/store";
import type { KeptAction, KeptProposal, MemoryLedger } from "./memory-ledger";
import { applyFound, applySettlement, whyNotSettle, whyNotSettleContradiction } from "./memory-ledger-settling";

type Proposals = Pick<LedgerStore, "proposeSettlement" | "decideProposal">;

export const memoryProposals = (ledger: MemoryLedger): Proposals => ({
  async proposeSettlement({ version, ...ask }) {
    const known = ledger.proposals.get(ask.id);
    if (known) return { proposed: true, proposal: shown(known) };
    const action = ledger.actions.get(ask.actionId);
    if (action === undefined) return { proposed: false, why: "action_not_found", state: null };
    const why = whyNotSettleAs(ledger, action, ask.as, version);
    if (why !== null) return { proposed: false, why, state: action.state };
    const waiting = pendingProposal(ledger, action.id);
    if (waiting) return { proposed: false, why: "already_proposed", state: action.state, proposal: waiting };
    for (const kept of ledger.proposals.values()) {
      if (kept.actionId === ask.actionId && kept.state === "pending") kept.state = "replaced";
    }
    const made: KeptProposal = { ...ask, at: ledger.now(), state: "pending" };
    ledger.proposals.set(ask.id, made);
    ledger.say({ actionId: action.id, kind: "proposal", says: proposalSays(ask), by: ask.by });
    return { proposed: true, proposal: shown(made) };
  },

  async decideProposal({ id, proposalId, verdict, version, by, byPerson, reason }) {
    const kept = ledger.proposals.get(proposalId);
    if (kept === undefined) return { decided: false, why: "proposal_not_found", state: null };
    const action = ledger.getAction(kept.actionId);
    if (ledger.wasSaid(id)) return { decided: true, state: action.state };
    const why = whyNotSettleAs(ledger, action, kept.as, version);
    if (why !== null) return { decided: false, why, state: action.state };
    if (pendingProposal(ledger, kept.actionId)?.id !== proposalId) {
      return { decided: false, why: "proposal_not_found", state: action.state };
    }
    if (verdict === "confirm" && kept.byPerson === byPerson) {
      return { decided: false, why: "same_person", state: action.state };
    }
    kept.state = verdict === "confirm" ? "confirmed" : "declined";
    if (verdict === "decline") {
      ledger.say({ id, actionId: action.id, kind: "proposal", says: `Declined: ${reason}`, by });
      return { decided: true, state: action.state };
    }
    const said = { id, says: confirmationSays(kept), by };
    const state =
      kept.as === "once"
        ? applyFound(ledger, action, { ...said, found: kept.as })
        : applySettlement(ledger, action, { ...said, as: kept.as });
    return { decided: true, state };
  },
});

const whyNotSettleAs = (ledger: MemoryLedger, action: KeptAction, as: Proposal["as"], version: number) =>
  as === "once" ? whyNotSettleContradiction(ledger, action, version) : whyNotSettle(ledger, action, version);

/**
 * A proposal speaks of what was open when it was made: a later attempt, a contradiction since, or any other settlement
 * outdates it.
 */
export function pendingProposal(ledger: MemoryLedger, actionId: string): Proposal | null {
  const action = ledger.getAction(actionId);
  const isUnknown = (action.state === "unknown" || action.state === "sending") && !isDisputed(action);
  const begunAt = Math.max(...ledger.attemptsOf(actionId).map((attempt) => attempt.begunAt));
  const pending = [...ledger.proposals.values()].find(
    (kept) =>
      kept.actionId === actionId &&
      kept.state === "pending" &&
      kept.at >= begunAt &&
      (kept.as === "once" ? isDisputed(action) : isUnknown),
  );
  return pending ? shown(pending) : null;
}

const shown = ({ state: _, ...proposal }: KeptProposal): Proposal => ({ ...proposal });
