import { UsersRound } from "lucide-react";
import { Timestamp } from "@/components/ui/timestamp";
import { proposalWords } from "@/lib/ledger/settlement";
import type { Proposal } from "@/lib/ledger/store";

/** That one person has spoken and a second one is waited for. */
export function ProposalLine({ proposal }: { proposal: Proposal }) {
  return (
    <span className="flex items-start gap-1.5 text-xs">
      <UsersRound aria-hidden className="mt-0.5 size-3.5 shrink-0 text-attention" />
      <span>
        {proposal.by} proposes “{proposalWords[proposal.as]}” since <Timestamp at={proposal.at} />. It waits for a
        second person.
      </span>
    </span>
  );
}
