"use client";

import { useState } from "react";
import { toast } from "sonner";
import { CommandDialog } from "@/components/command/command-dialog";
import { reasonMissing } from "@/components/command/reason";
import { useCommand } from "@/components/command/use-command";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import { shortId } from "@/components/ui/short-id";
import { actionCommands } from "@/lib/client/action-queries";
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

/** Mounted anew for each opening: its command and the version it was opened on live as long as it does. */
export function ReviseDialog({ record, near, open, onOpenChange }: Props) {
  const { action, payload } = record;
  const [version] = useState(action.version);
  const choices = reviseChoices(action, near);
  const [as, setAs] = useState<ReviseAs | null>(choices.length === 1 ? (choices[0]?.value ?? null) : null);
  const [typed, setTyped] = useState<Changes>({});
  const [reason, setReason] = useState("");
  const [typedId, setTypedId] = useState("");
  const short = shortId("act", action.id);
  const edited = payload === null ? null : editedPayload(payload, typed);

  const command = useCommand({
    send: async (nonce) => {
      if (as === "keep" && near) {
        await actionCommands.keep(action.id, { nonce, nearMissId: near.id, reason });
      } else {
        const corrected = as === "correct" && edited?.ok ? { payload: edited.payload } : {};
        await actionCommands.revise(action.id, { nonce, version, nearMissId: near?.id ?? null, reason, ...corrected });
      }
    },
    onAccepted: () => {
      toast.success(as === "keep" ? "The stored outcome is kept" : `${action.type} for ${action.object} is revised`);
      onOpenChange(false);
    },
  });

  const needsTyping = reviseNeedsTyping(action, as);
  return (
    <CommandDialog
      open={open}
      onOpenChange={onOpenChange}
      command={command}
      failed="Nothing was changed"
      title={
        near ? `Another payload for ${action.type} for ${action.object}` : `Revise ${action.type} for ${action.object}`
      }
      description={`${actionSentence(action)}. ${near ? "Its run waits until somebody decides." : "A run that failed on it goes on once it is resumed."}`}
      reason={{
        value: reason,
        onChange: setReason,
        hint: "The action, the run and the weekly review show it, with your name.",
      }}
      typed={needsTyping ? { id: short, to: "to allow a second effect", value: typedId, onChange: setTypedId } : null}
      confirm={{
        label: choices.find((choice) => choice.value === as)?.button ?? "Decide",
        pendingLabel: "Waiting for the server…",
        variant: needsTyping ? "danger" : "primary",
        off:
          payloadMissing(as, edited) ??
          reasonMissing(reason) ??
          (needsTyping && !typedMatches(typedId, short) ? `Type ${short} first.` : null),
        onPress: command.press,
      }}
    >
      {near ? <AskedDifference stored={payload} asked={near.payload} /> : null}
      {choices.length > 1 ? (
        <RadioGroup label="What follows?" required options={choices} value={as} onValueChange={setAs} />
      ) : null}
      {as === "correct" && payload !== null ? (
        <PayloadEditor payload={payload} typed={typed} onTyped={setTyped} />
      ) : null}
    </CommandDialog>
  );
}

function payloadMissing(as: ReviseAs | null, edited: ReturnType<typeof editedPayload> | null): string | null {
  if (as === null) return "Choose what follows.";
  if (as !== "correct") return null;
  if (edited === null) return "The payload was removed.";
  if (!edited.ok) return edited.why;
  return edited.changed ? null : "Change something first.";
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
