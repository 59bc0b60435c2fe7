"use client";

import { useState } from "react";
import { toast } from "sonner";
import { CommandDialog } from "@/components/command/command-dialog";
import { reasonMissing } from "@/components/command/reason";
import { useCommand } from "@/components/command/use-command";
import { alone } from "@/components/ledger/destination-title";
import { destinationCommands } from "@/lib/client/destination-queries";
import type { DestinationRow } from "./destination-row";

type Props = {
  verb: "hold" | "release";
  row: DestinationRow;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Mounted anew for each opening: its command and its reason live as long as it does. */
export function HoldDialog({ verb, row, open, onOpenChange }: Props) {
  const { name, title } = row.declaration;
  const [reason, setReason] = useState("");
  const command = useCommand({
    send: (nonce): Promise<unknown> => destinationCommands[verb]({ nonce, name, reason }),
    onAccepted: () => {
      toast.success(`${alone(title)} is ${verb === "hold" ? "held" : "released"}`);
      onOpenChange(false);
    },
  });
  const { says, button, pending, failed } = words[verb];
  return (
    <CommandDialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      command={command}
      failed={failed}
      title={`${words[verb].title} ${title}`}
      description={says.map((line) => <p key={line}>{line}</p>)}
      reason={{ value: reason, onChange: setReason, hint: "Everybody whose run waits reads it.", focused: true }}
      confirm={{
        label: button,
        pendingLabel: pending,
        variant: "primary",
        off: reasonMissing(reason),
        onPress: command.press,
      }}
    />
  );
}

const words = {
  hold: {
    title: "Hold",
    says: [
      "No attempt begins there any more, for any run, from the moment this is accepted.",
      "Runs that come to it wait, with your reason beside them. What is in flight already may still arrive.",
    ],
    button: "Hold it",
    pending: "Holding…",
    failed: "It was not held",
  },
  release: {
    title: "Release",
    says: [
      "Runs that wait for it go on by themselves and send what is planned.",
      "What is confirmed or refused is not sent again; what is unknown stays blocked.",
    ],
    button: "Release it",
    pending: "Releasing…",
    failed: "It was not released",
  },
} as const;
