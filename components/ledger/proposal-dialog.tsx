"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { CommandDialog } from "@/components/command/command-dialog";
import { useCommand } from "@/components/command/use-command";
import { CopyableId } from "@/components/ui/copyable-id";
import { KeyValues } from "@/components/ui/key-values";
import { Timestamp } from "@/components/ui/timestamp";
import { actionCommands } from "@/lib/client/action-queries";
import { pageQueries } from "@/lib/client/page-queries";
import { proposalWords } from "@/lib/ledger/settlement";
import type { Proposal } from "@/lib/ledger/store";
import { actionSentence } from "./action-sentence";
import type { JudgedAction } from "./judged-action";

type Props = { record: JudgedAction; proposal: Proposal; onClose: () => void };

/** The second person reads what the first one saw, and decides. */
export function ProposalDialog({ record, proposal, onClose }: Props) {
  const { action } = record;
  const me = useQuery(pageQueries.me());
  const [reason, setReason] = useState("");
  const command = useCommand({
    send: (nonce, verdict: "confirm" | "decline") =>
      actionCommands.decideProposal(action.id, {
        nonce,
        proposalId: proposal.id,
        verdict,
        version: action.version,
        reason,
      }),
    onAccepted: (_, verdict) => {
      toast.success(verdict === "confirm" ? "Confirmed: the run goes on" : "Declined: nothing is settled");
      onClose();
    },
  });
  const isOver = record.proposal?.id !== proposal.id;
  const isOwn = me.data?.id === proposal.byPerson;
  const missing = isOver
    ? "It was decided or replaced while this was open."
    : reason.trim().length < 3
      ? "Say in a few words what you looked at."
      : null;
  return (
    <CommandDialog
      open
      onOpenChange={(open) => open || onClose()}
      command={command}
      failed="It was not decided"
      leave="Not now"
      title={`Confirm for ${action.type} about ${action.object}: ${proposalWords[proposal.as]}?`}
      description={`${actionSentence(action)}. A repeat would cost money or could not be taken back, so two people have to agree ${proposal.as === "once" ? "that there was none" : "that it may be sent again"}.`}
      reason={{
        value: reason,
        onChange: setReason,
        label: "What you looked at",
        hint: "It is kept with your name, whatever you decide.",
      }}
      other={{
        label: isOwn ? "Withdraw it" : "Decline",
        off: missing,
        onPress: () => command.press("decline"),
      }}
      confirm={{
        label: confirmLabels[proposal.as],
        pendingLabel: "Waiting for the server…",
        variant: "danger",
        off: isOwn
          ? "You proposed it. Another person must confirm it."
          : me.isPending
            ? "Reading who you are."
            : missing,
        onPress: () => command.press("confirm"),
      }}
    >
      <KeyValues
        stacked
        items={[
          {
            key: "by",
            label: "Proposed by",
            value: (
              <>
                {proposal.by}, <Timestamp at={proposal.at} />
              </>
            ),
          },
          { key: "evidence", label: "Evidence", value: proposal.evidence },
          { key: "reason", label: "Reason", value: proposal.reason },
          { key: "marker", label: "Marker to look for", value: <CopyableId value={action.marker} /> },
        ]}
      />
    </CommandDialog>
  );
}

const confirmLabels: Record<Proposal["as"], string> = {
  did_not_happen: "Confirm: it did not happen",
  send_again: "Confirm: allow one more attempt",
  once: "Confirm: it happened once",
};
