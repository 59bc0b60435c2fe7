"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { CopyableId } from "@/components/ui/copyable-id";
import { Dialog } from "@/components/ui/dialog";
import { KeyValues } from "@/components/ui/key-values";
import { Notice } from "@/components/ui/notice";
import { TextArea } from "@/components/ui/text-area";
import { Timestamp } from "@/components/ui/timestamp";
import { actionCommands } from "@/lib/client/action-queries";
import { isRefusal } from "@/lib/client/api";
import { newNonce } from "@/lib/client/nonce";
import { pageQueries } from "@/lib/client/page-queries";
import type { Proposal } from "@/lib/ledger/store";
import { actionSentence } from "./action-sentence";
import type { JudgedAction } from "./judged-action";
import { proposalWords } from "./settle-choice";

type Props = { record: JudgedAction; proposal: Proposal; onClose: () => void };

/** The second person reads what the first one saw, and decides. */
export function ProposalDialog({ record, proposal, onClose }: Props) {
  const { action } = record;
  const client = useQueryClient();
  const me = useQuery(pageQueries.me());
  const [nonce, setNonce] = useState(newNonce);
  const [reason, setReason] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  // The second click of a double click comes before React has drawn that the first is on its way.
  const sending = useRef(false);
  const decide = useMutation({
    mutationFn: (verdict: "confirm" | "decline") =>
      actionCommands.decideProposal(action.id, {
        nonce,
        proposalId: proposal.id,
        verdict,
        version: action.version,
        reason,
      }),
    onSuccess: (_, verdict) => {
      toast.success(verdict === "confirm" ? "Confirmed: the run goes on" : "Declined: it stays unknown");
      onClose();
    },
    onError: (error) => {
      // Only a refusal makes the next click a new command.
      if (isRefusal(error)) setNonce(newNonce());
    },
    onSettled: () => {
      sending.current = false;
      void client.invalidateQueries();
    },
  });
  const isOver = record.proposal?.id !== proposal.id;
  const isOwn = me.data?.id === proposal.byPerson;
  const missing = isOver
    ? "It was decided or replaced while this was open."
    : reason.trim().length < 3
      ? "Say in a few words what you looked at."
      : null;
  function press(verdict: "confirm" | "decline") {
    if (sending.current) return;
    sending.current = true;
    decide.mutate(verdict);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      locked={decide.isPending}
      initialFocus={field}
      title={`Confirm for ${action.type} about ${action.object}: ${proposalWords[proposal.as]}?`}
      description={`${actionSentence(action)}. It cannot be taken back once it is done, so two people have to agree that it may be sent again.`}
      footer={
        <>
          <Button disabledReason={missing} pending={decide.isPending} onClick={() => press("decline")}>
            {isOwn ? "Withdraw it" : "Decline"}
          </Button>
          <Button
            variant="danger"
            reasonShown
            disabledReason={isOwn ? "You proposed it. Another person must confirm it." : missing}
            pending={decide.isPending}
            pendingLabel="Waiting for the server…"
            onClick={() => press("confirm")}
          >
            {proposal.as === "send_again" ? "Confirm: allow one more attempt" : "Confirm: it did not happen"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {decide.error ? (
          <Notice tone="danger" live="alert" title="It was not decided">
            {decide.error.message}
          </Notice>
        ) : null}
        <KeyValues
          className="max-sm:grid-cols-1"
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
        <TextArea
          ref={field}
          label="What you looked at"
          required
          rows={2}
          hint="It is kept with your name, whatever you decide."
          value={reason}
          maxLength={2_000}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
