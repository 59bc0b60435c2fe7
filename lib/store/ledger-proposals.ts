/** Settlements that need a second person. */

import type { ActionState } from "@/lib/ledger/action";
import { confirmationSays, proposalSays, resolutionOf } from "@/lib/ledger/settlement";
import type { DecideProposalResult, LedgerStore, Proposal, ProposeResult } from "@/lib/ledger/store";
import type { Sql } from "./database";
import { plainText, storedText } from "./free-text";

type Proposals = Pick<LedgerStore, "proposeSettlement" | "decideProposal">;

export const proposals = (sql: Sql): Proposals => ({
  async proposeSettlement(ask) {
    const [row] = await sql<[ProposeRow]>`
      select why, state, proposal from ledger.propose_settlement(
        ${ask.id}, ${ask.actionId}, ${ask.version}, ${ask.as}, ${storedText(ask.evidence)}, ${storedText(ask.reason)},
        ${storedText(proposalSays(ask))}, ${storedText(ask.by)}, ${ask.byPerson})`;
    return row.why === null
      ? { proposed: true, proposal: proposalOf(row.proposal) }
      : row.why === "already_proposed"
        ? { proposed: false, why: row.why, state: row.state, proposal: proposalOf(row.proposal) }
        : { proposed: false, why: row.why, state: row.state };
  },

  async decideProposal({ id, proposalId, verdict, version, by, byPerson, reason }) {
    const proposal = await findProposal(sql, proposalId);
    if (proposal === null) return { decided: false, why: "proposal_not_found", state: null };
    const says = verdict === "confirm" ? confirmationSays(proposal) : `Declined: ${reason}`;
    const [row] = await sql<[DecideRow]>`
      select why, state from ledger.decide_proposal(
        ${id}, ${proposalId}, ${version}, ${verdict === "confirm"}, ${proposal.as === "once" ? "happened" : resolutionOf[proposal.as]},
        ${proposal.as === "send_again"}, ${storedText(says)}, ${storedText(by)}, ${byPerson})`;
    return row.why === null ? { decided: true, state: row.state } : { decided: false, why: row.why, state: row.state };
  },
});

type NotProposed = Extract<ProposeResult, { proposed: false }>;
type ProposeRow =
  | { why: null; proposal: Proposal }
  | Omit<Extract<NotProposed, { why: "already_proposed" }>, "proposed">
  | { why: Exclude<NotProposed["why"], "already_proposed">; state: ActionState | null };
type DecideRow =
  | { why: null; state: ActionState }
  | { why: Extract<DecideProposalResult, { decided: false }>["why"]; state: ActionState | null };

/** What was proposed never changes; whether it still waits is asked under the lock. */
async function findProposal(sql: Sql, id: string): Promise<Proposal | null> {
  const [row] = await sql<{ proposal: Proposal }[]>`
    select ledger.proposal_json(p) as proposal from ledger.proposal p where p.id = ${id}`;
  return row ? proposalOf(row.proposal) : null;
}

export const proposalOf = (stored: Proposal): Proposal => ({
  ...stored,
  evidence: plainText(stored.evidence),
  reason: plainText(stored.reason),
  by: plainText(stored.by),
});
