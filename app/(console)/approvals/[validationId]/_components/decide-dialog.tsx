"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CommandDialog } from "@/components/command/command-dialog";
import { useCommand } from "@/components/command/use-command";
import { actionSentence } from "@/components/ledger/action-sentence";
import { type Changes, editedPayload } from "@/components/ledger/payload-edit";
import { Validation } from "@/lib/api/contract/run";
import { ApiError } from "@/lib/client/api";
import { approvalQueries, decideApproval } from "@/lib/client/approval-queries";
import { isHold } from "@/lib/ledger/near-miss";
import { standingApprovals } from "@/lib/progress/validation";
import { EditPayloads } from "./edit-payloads";
import { ReasonChips } from "./reason-chips";
import type { ValidationView } from "./view";

export type DecideVerdict = "approve" | "reject";

type Props = {
  verdict: DecideVerdict;
  view: ValidationView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Somebody else was faster, or the deadline: says who, what and when. */
  onTooLate: (why: string) => void;
};

const tooLateCodes = ["already_decided", "validation_expired", "validation_withdrawn"];

/** Mounted anew for each opening: its command and what it showed live as long as it does. */
export function DecideDialog({ verdict, view, open, onOpenChange, onTooLate }: Props) {
  const { validation } = view;
  const client = useQueryClient();
  // What the reader had before them when they opened it; the server refuses if something else would be sent by now.
  const [shown] = useState(() => view.actions.map(({ action }) => action.fingerprint));
  const [reason, setReason] = useState("");
  const [changes, setChanges] = useState<Record<string, Changes>>({});
  const approves = verdict === "approve";
  // A yes says then that this is a genuine second one, and the ledger keeps why.
  const isSecond = view.actions.some(({ action, nearMisses }) =>
    nearMisses.some((near) => near.actionId === action.id && isHold(near)),
  );
  const edits = editsOf(view, changes);

  // What the server just said must not wait for the next poll.
  const show = (known: ValidationView["validation"]) =>
    client.setQueryData(approvalQueries.one(validation.id).queryKey, (old) => old && { ...old, validation: known });

  const command = useCommand({
    send: (nonce) =>
      decideApproval(validation.id, {
        nonce,
        verdict,
        reason: reason.trim() === "" ? null : reason.trim(),
        answer: validation.kind === "answer" ? { approved: approves } : undefined,
        shown,
        edits: approves && edits.ok ? edits.edits : [],
      }),
    onAccepted: (answer) => {
      show(answer.validation);
      onOpenChange(false);
      window.scrollTo({ top: 0 });
    },
    onFailed: (error) => {
      if (!(error instanceof ApiError && tooLateCodes.includes(error.code))) return;
      // The refusal carries the decision that stands: who, what and when are on the screen at once.
      const stands = Validation.safeParse(error.facts);
      if (stands.success) show(stands.data);
      onTooLate(error.message);
      onOpenChange(false);
    },
  });

  const changedCount = approves && edits.ok ? edits.edits.length : 0;
  const count = countText(view, changedCount);
  // Whoever approved the former has approved nothing of what is sent now.
  const isFirst = validation.quorum > 1 && (changedCount > 0 || standingApprovals(validation).length === 0);
  const label = approves ? `Approve ${count}` : `Reject ${count}`;
  return (
    <CommandDialog
      open={open}
      onOpenChange={onOpenChange}
      command={command}
      failed="It was not decided"
      buttonSize="lg"
      title={label}
      description={
        approves
          ? isFirst
            ? `${changedCount > 0 ? "With your change, yours" : "Yours"} is the first of two approvals: nothing is sent before the second.`
            : "The run goes on and sends exactly what is shown. It cannot be taken back here."
          : "Nothing is sent. The run is told why."
      }
      reason={{
        value: reason,
        onChange: setReason,
        optional: approves && !isSecond,
        hint:
          isSecond && approves
            ? "Why this is a genuine second action. The ledger keeps it, with your name."
            : approves
              ? "Kept with your decision."
              : "The run and the weekly review show it, with your name.",
      }}
      confirm={{
        label,
        pendingLabel: approves ? "Approving…" : "Rejecting…",
        variant: approves ? "primary" : "danger",
        off: missingOf({ approves, isSecond, reason, edits }),
        onPress: command.press,
      }}
    >
      {view.actions.length > 0 ? (
        <ul className="list-disc pl-5 text-sm">
          {view.actions.map(({ action }) => (
            <li key={action.id}>{actionSentence(action)}</li>
          ))}
        </ul>
      ) : null}
      {approves ? <EditPayloads actions={view.actions} changes={changes} onChanges={setChanges} /> : null}
      {approves ? null : <ReasonChips reason={reason} onReason={setReason} />}
    </CommandDialog>
  );
}

type Edits = { ok: true; edits: { actionId: string; payload: unknown }[] } | { ok: false; why: string };

function editsOf({ actions }: ValidationView, changes: Record<string, Changes>): Edits {
  const edits: { actionId: string; payload: unknown }[] = [];
  for (const { action, payload } of actions) {
    const of = changes[action.id];
    if (of === undefined || payload === null) continue;
    const edited = editedPayload(payload, of);
    if (!edited.ok) return edited;
    if (edited.changed) edits.push({ actionId: action.id, payload: edited.payload });
  }
  return { ok: true, edits };
}

function missingOf(form: { approves: boolean; isSecond: boolean; reason: string; edits: Edits }): string | null {
  if (form.approves && !form.edits.ok) return form.edits.why;
  if (form.reason.trim() !== "") return null;
  if (!form.approves) return "Say why: the run and the review will show it.";
  return form.isSecond ? "Say why this is a genuine second action." : null;
}

function countText({ validation, actions }: ValidationView, changedCount: number): string {
  if (validation.kind === "answer" || actions.length === 0) return "this question";
  const count = actions.length === 1 ? "1 action" : `${actions.length} actions`;
  if (changedCount === 0) return count;
  return actions.length === 1 ? `${count}, changed` : `${count}, ${changedCount} of them changed`;
}
