"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { CopyableId } from "@/components/ui/copyable-id";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import { shortId } from "@/components/ui/short-id";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { actionCommands } from "@/lib/client/action-queries";
import { ApiError } from "@/lib/client/api";
import { newNonce } from "@/lib/client/nonce";
import { actionSentence } from "./action-sentence";
import { evidenceText } from "./evidence-text";
import type { JudgedAction } from "./judged-action";
import { type SettleAs, settleChoices, typedMatches } from "./settle-choice";
import { ActionState } from "./state";

type Props = { record: JudgedAction; open: boolean; onOpenChange: (open: boolean) => void };

/** Mounted anew for each opening: its nonce, the version it was opened on and its fields live as long as it does. */
export function SettleDialog({ record, open, onOpenChange }: Props) {
  const { action } = record;
  const client = useQueryClient();
  const [nonce, setNonce] = useState(newNonce);
  const [version, setVersion] = useState(action.version);
  const [as, setAs] = useState<SettleAs | null>(null);
  const [evidence, setEvidence] = useState("");
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const choices = settleChoices(action);
  const chosen = choices.find((choice) => choice.value === as);
  const short = shortId("act", action.id);

  const settle = useMutation({
    mutationFn: (chosenAs: SettleAs) =>
      actionCommands.settle(action.id, { nonce, version, as: chosenAs, evidence, reason }),
    onSuccess: ({ proposal }) => {
      if (proposal) toast.success("Proposed", { description: "It is settled once a second person confirms it." });
      else toast.success(`${action.type} for ${action.object} is settled`);
      onOpenChange(false);
    },
    onError: (error) => {
      // A refusal is kept under its nonce; without an answer the same nonce must find out what became of it.
      if (error instanceof ApiError && error.httpCode >= 400 && error.httpCode < 500) setNonce(newNonce());
    },
    onSettled: () => client.invalidateQueries(),
  });

  const missing = missingOf({ as, evidence, reason, typed, short });
  const changed = action.version !== version;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      locked={settle.isPending}
      title={`Settle ${action.type} for ${action.object}`}
      description={`${actionSentence(action)}. What you say here becomes evidence, with your name.`}
      footer={
        <>
          <Button
            disabledReason={settle.isPending ? "Waiting for the server." : null}
            onClick={() => onOpenChange(false)}
          >
            Cancel
          </Button>
          <Button
            variant={as === "send_again" ? "danger" : "primary"}
            reasonShown
            disabledReason={changed ? "It changed while this was open. Read the notice first." : missing}
            pending={settle.isPending}
            pendingLabel="Settling…"
            onClick={() => as && settle.mutate(as)}
          >
            {chosen?.button ?? "Settle"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {changed ? (
          <ChangedNotice
            record={record}
            onSeen={() => {
              setVersion(action.version);
              setNonce(newNonce());
            }}
          />
        ) : settle.error ? (
          <Notice tone="danger" live="alert" title="It was not settled">
            {settle.error.message}
          </Notice>
        ) : null}
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          Marker to look for <CopyableId value={action.marker} />
        </p>
        <RadioGroup label="What happened?" required options={choices} value={as} onValueChange={setAs} />
        <TextArea
          label="Evidence"
          required
          hint={chosen?.evidenceHint ?? "What you saw, and where."}
          value={evidence}
          maxLength={2_000}
          onChange={(event) => setEvidence(event.target.value)}
        />
        <TextArea
          label="Reason"
          required
          rows={2}
          hint="Why you settle it now. The run and the weekly review show it."
          value={reason}
          maxLength={2_000}
          onChange={(event) => setReason(event.target.value)}
        />
        {as === "send_again" ? (
          <TextField
            label={
              <>
                Type <code className="font-mono">{short}</code> to allow a possible second send
              </>
            }
            mono
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

function ChangedNotice({ record, onSeen }: { record: JudgedAction; onSeen: () => void }) {
  const { action, evidence } = record;
  const last = evidence.reduce<(typeof evidence)[number] | null>((a, b) => (a && a.at > b.at ? a : b), null);
  return (
    <Notice
      tone="attention"
      live="alert"
      title="New evidence came in while this was open"
      actions={
        action.state === "unknown" ? (
          <Button size="sm" onClick={onSeen}>
            I have read it
          </Button>
        ) : null
      }
    >
      <span className="flex flex-wrap items-center gap-2">
        It is now <ActionState value={action.state} />
      </span>
      {last ? <p className="mt-1">{evidenceText(last.says)}</p> : null}
      {action.state === "unknown" ? null : <p className="mt-1">Nothing is left to settle. You can close this.</p>}
    </Notice>
  );
}

/** What is still missing, one thing at a time, in the order of the form. */
function missingOf(form: {
  as: SettleAs | null;
  evidence: string;
  reason: string;
  typed: string;
  short: string;
}): string | null {
  if (form.as === null) return "Choose what happened.";
  if (form.evidence.trim().length < 3) return "Say what you saw, and where.";
  if (form.reason.trim().length < 3) return "Say why, in a few words.";
  if (form.as === "send_again" && !typedMatches(form.typed, form.short)) return `Type ${form.short} first.`;
  return null;
}
