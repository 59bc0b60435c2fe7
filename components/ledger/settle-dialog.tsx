"use client";

import { useState } from "react";
import { toast } from "sonner";
import { CommandDialog } from "@/components/command/command-dialog";
import { reasonMissing } from "@/components/command/reason";
import { useCommand } from "@/components/command/use-command";
import { Button } from "@/components/ui/button";
import { CopyableId } from "@/components/ui/copyable-id";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import { shortId } from "@/components/ui/short-id";
import { TextArea } from "@/components/ui/text-area";
import { actionCommands } from "@/lib/client/action-queries";
import { isDisputed } from "@/lib/ledger/action";
import { actionSentence } from "./action-sentence";
import { evidenceText } from "./evidence-text";
import type { JudgedAction } from "./judged-action";
import { type SettleAs, settleChoices, typedMatches } from "./settle-choice";
import { ActionState } from "./state";

type Props = { record: JudgedAction; open: boolean; onOpenChange: (open: boolean) => void };

/** Mounted anew for each opening: its command, the version it was opened on and its fields live as long as it does. */
export function SettleDialog({ record, open, onOpenChange }: Props) {
  const { action } = record;
  const [version, setVersion] = useState(action.version);
  const [as, setAs] = useState<SettleAs | null>(null);
  const [evidence, setEvidence] = useState("");
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const choices = settleChoices(action);
  const chosen = choices.find((choice) => choice.value === as);
  const short = shortId("act", action.id);
  const command = useCommand({
    send: (nonce, chosenAs: SettleAs) =>
      actionCommands.settle(action.id, { nonce, version, as: chosenAs, evidence, reason }),
    onAccepted: ({ proposal }) => {
      if (proposal) toast.success("Proposed", { description: "It is settled once a second person confirms it." });
      else toast.success(`${action.type} for ${action.object} is settled`);
      onOpenChange(false);
    },
  });
  const changed = action.version !== version;
  return (
    <CommandDialog
      open={open}
      onOpenChange={onOpenChange}
      command={command}
      failed="It was not settled"
      title={`Settle ${action.type} for ${action.object}`}
      description={`${actionSentence(action)}. What you say here becomes evidence, with your name.`}
      notice={
        changed ? (
          <ChangedNotice
            record={record}
            onSeen={() => {
              setVersion(action.version);
              command.renew();
            }}
          />
        ) : null
      }
      reason={{
        value: reason,
        onChange: setReason,
        hint: "Why you settle it now. The run and the weekly review show it.",
      }}
      typed={
        as === "send_again"
          ? { id: short, to: "to allow a possible second send", value: typed, onChange: setTyped }
          : null
      }
      confirm={{
        label: chosen?.button ?? "Settle",
        pendingLabel: "Settling…",
        variant: as === "send_again" ? "danger" : "primary",
        off: changed
          ? "It changed while this was open. Read the notice first."
          : missingOf({ as, evidence, reason, typed, short }),
        onPress: () => as && command.press(as),
      }}
    >
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        Marker to look for <CopyableId value={action.marker} />
      </p>
      <RadioGroup
        label={isDisputed(action) ? "How often did it happen?" : "What happened?"}
        required
        options={choices}
        value={as}
        onValueChange={setAs}
      />
      <TextArea
        label="Evidence"
        required
        hint={chosen?.evidenceHint ?? "What you saw, and where."}
        value={evidence}
        maxLength={2_000}
        onChange={(event) => setEvidence(event.target.value)}
      />
    </CommandDialog>
  );
}

function ChangedNotice({ record, onSeen }: { record: JudgedAction; onSeen: () => void }) {
  const { action, evidence } = record;
  const isSettleable = action.state === "unknown" || isDisputed(action);
  const last = evidence.reduce<(typeof evidence)[number] | null>((a, b) => (a && a.at > b.at ? a : b), null);
  return (
    <Notice
      tone="attention"
      live="alert"
      title="New evidence came in while this was open"
      actions={
        isSettleable ? (
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
      {isSettleable ? null : <p className="mt-1">Nothing is left to settle. You can close this.</p>}
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
  const missing = reasonMissing(form.reason);
  if (missing) return missing;
  if (form.as === "send_again" && !typedMatches(form.typed, form.short)) return `Type ${form.short} first.`;
  return null;
}
