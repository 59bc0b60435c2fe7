"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import { shortId } from "@/components/ui/short-id";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { actionCommands } from "@/lib/client/action-queries";
import { ApiError } from "@/lib/client/api";
import { newNonce } from "@/lib/client/nonce";
import { differences, type Json } from "@/lib/ledger/fingerprint";
import type { NearMiss } from "@/lib/ledger/near-miss";
import { actionSentence } from "./action-sentence";
import { Differences } from "./differences";
import type { JudgedAction } from "./judged-action";
import { type Changes, editedPayload } from "./payload-edit";
import { PayloadEditor } from "./payload-editor";
import { type ReviseAs, reviseChoices, reviseNeedsTyping } from "./revise-choice";
import { typedMatches } from "./settle-choice";

type Props = {
  record: JudgedAction;
  /** The ask that differs; null to correct the action itself. */
  near: NearMiss | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Mounted anew for each opening: its nonce and the version it was opened on live as long as it does. */
export function ReviseDialog({ record, near, open, onOpenChange }: Props) {
  const { action, payload } = record;
  const client = useQueryClient();
  const [nonce, setNonce] = useState(newNonce);
  const [version] = useState(action.version);
  const choices = reviseChoices(action, near);
  const [as, setAs] = useState<ReviseAs | null>(choices.length === 1 ? (choices[0]?.value ?? null) : null);
  const [typed, setTyped] = useState<Changes>({});
  const [reason, setReason] = useState("");
  const [typedId, setTypedId] = useState("");
  const short = shortId("act", action.id);
  const edited = payload === null ? null : editedPayload(payload, typed);

  const revise = useMutation({
    mutationFn: async () => {
      if (as === "keep" && near) {
        await actionCommands.keep(action.id, { nonce, nearMissId: near.id, reason });
      } else {
        const corrected = as === "correct" && edited?.ok ? { payload: edited.payload } : {};
        await actionCommands.revise(action.id, { nonce, version, nearMissId: near?.id ?? null, reason, ...corrected });
      }
    },
    onSuccess: () => {
      toast.success(as === "keep" ? "The stored outcome is kept" : `${action.type} for ${action.object} is revised`);
      onOpenChange(false);
    },
    onError: (error) => {
      // A refusal is kept under its nonce; without an answer the same nonce must find out what became of it.
      if (error instanceof ApiError && error.httpCode >= 400 && error.httpCode < 500) setNonce(newNonce());
    },
    onSettled: () => client.invalidateQueries(),
  });

  const needsTyping = reviseNeedsTyping(action, as);
  const missing =
    as === null
      ? "Choose what follows."
      : as === "correct" && !edited?.ok
        ? (edited?.why ?? "The payload was removed.")
        : as === "correct" && edited?.ok && !edited.changed
          ? "Change something first."
          : reason.trim().length < 3
            ? "Say why, in a few words."
            : needsTyping && !typedMatches(typedId, short)
              ? `Type ${short} first.`
              : null;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      locked={revise.isPending}
      title={
        near ? `Another payload for ${action.type} for ${action.object}` : `Revise ${action.type} for ${action.object}`
      }
      description={`${actionSentence(action)}. ${near ? "Its run waits until somebody decides." : "A run that failed on it goes on once it is resumed."}`}
      footer={
        <>
          <Button
            disabledReason={revise.isPending ? "Waiting for the server." : null}
            onClick={() => onOpenChange(false)}
          >
            Cancel
          </Button>
          <Button
            variant={needsTyping ? "danger" : "primary"}
            reasonShown
            disabledReason={missing}
            pending={revise.isPending}
            pendingLabel="Waiting for the server…"
            onClick={() => revise.mutate()}
          >
            {choices.find((choice) => choice.value === as)?.button ?? "Decide"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {revise.error ? (
          <Notice tone="danger" live="alert" title="Nothing was changed">
            {revise.error.message}
          </Notice>
        ) : null}
        {near ? <AskedDifference stored={payload} asked={near.payload} /> : null}
        {choices.length > 1 ? (
          <RadioGroup label="What follows?" required options={choices} value={as} onValueChange={setAs} />
        ) : null}
        {as === "correct" && payload !== null ? (
          <PayloadEditor payload={payload} typed={typed} onTyped={setTyped} />
        ) : null}
        <TextArea
          label="Reason"
          required
          rows={2}
          hint="The action, the run and the weekly review show it, with your name."
          value={reason}
          maxLength={2_000}
          onChange={(event) => setReason(event.target.value)}
        />
        {needsTyping ? (
          <TextField
            label={
              <>
                Type <code className="font-mono">{short}</code> to allow a second effect
              </>
            }
            mono
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typedId}
            onChange={(event) => setTypedId(event.target.value)}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

function AskedDifference({ stored, asked }: { stored: string | null; asked: string | null }) {
  if (stored === null || asked === null) {
    return <Notice title="One of the two payloads was removed">Only the outcome that is stored can be kept.</Notice>;
  }
  // Both were written as JSON by the code that asked.
  const found = differences(JSON.parse(stored) as Json, JSON.parse(asked) as Json);
  return (
    <section aria-label="What differs">
      <Differences differences={found} before="Stored" after="Asked now" />
    </section>
  );
}
