"use client";

import { CopyPlus } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { CommandDialog } from "@/components/command/command-dialog";
import { reasonMissing } from "@/components/command/reason";
import { useCommand } from "@/components/command/use-command";
import { Button } from "@/components/ui/button";
import { actionCommands } from "@/lib/client/action-queries";
import type { Role } from "@/lib/progress/validation";
import { atStart } from "./destination-title";
import type { JudgedAction } from "./judged-action";
import { secondOff } from "./press";

type Props = { record: JudgedAction; event: JudgedAction["avoided"][number]; role: Role };

/** "This was a genuine second action": what was avoided is sent after all, and the figure loses it. */
export function SecondButton({ record, event, role }: Props) {
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  return (
    <>
      <Button
        size="sm"
        icon={<CopyPlus aria-hidden />}
        disabledReason={secondOff(record, role)}
        onClick={() => {
          setOpenings(openings + 1);
          setOpen(true);
        }}
      >
        This was a genuine second one…
      </Button>
      <SecondDialog key={openings} record={record} event={event} open={open} onOpenChange={setOpen} />
    </>
  );
}

/** Mounted anew for each opening, so that its command lives as long as it does. */
function SecondDialog({
  record: { action },
  event,
  open,
  onOpenChange,
}: Omit<Props, "role"> & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [reason, setReason] = useState("");
  const command = useCommand({
    send: (nonce) => actionCommands.second(action.id, { nonce, executionId: event.executionId, reason }),
    onAccepted: () => {
      toast.success("It may be sent now, under an occurrence of its own");
      onOpenChange(false);
    },
  });
  return (
    <CommandDialog
      open={open}
      onOpenChange={onOpenChange}
      command={command}
      failed="Nothing was changed"
      title={`Send a second ${action.type} for ${action.object}`}
      description={`${atStart(action.declaration.title)} has the first one. A second is sent beside it, with the same payload, and this repeat no longer counts as avoided.`}
      reason={{
        value: reason,
        onChange: setReason,
        hint: "Why it was no repeat. The ledger and the weekly review keep it, with your name.",
        focused: true,
      }}
      confirm={{
        label: "Send the second one",
        pendingLabel: "Waiting for the server…",
        variant: "danger",
        off: reasonMissing(reason),
        onPress: command.press,
      }}
    />
  );
}
