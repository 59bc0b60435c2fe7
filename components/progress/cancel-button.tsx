"use client";

import { Ban } from "lucide-react";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import { CommandDialog } from "@/components/command/command-dialog";
import { reasonMissing } from "@/components/command/reason";
import { useCommand } from "@/components/command/use-command";
import { Button } from "@/components/ui/button";
import { runCommands } from "@/lib/client/run-queries";
import type { Run } from "@/lib/progress/run";
import type { Role } from "@/lib/progress/validation";
import { cancelOff } from "./plan/plan";

type CancelProps = {
  run: Pick<Run, "id" | "state" | "subject" | "logicalRunId">;
  role: Role;
  /** What becomes of its actions: the page knows the ledger, this half does not. */
  actionsLine: ReactNode;
};

export function CancelButton(props: CancelProps) {
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  return (
    <>
      <Button
        icon={<Ban aria-hidden />}
        disabledReason={cancelOff(props.run, props.role)}
        onClick={() => {
          setOpenings(openings + 1);
          setOpen(true);
        }}
      >
        Cancel…
      </Button>
      <CancelDialog key={openings} {...props} open={open} onOpenChange={setOpen} />
    </>
  );
}

function CancelDialog({
  run,
  role,
  actionsLine,
  open,
  onOpenChange,
}: CancelProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [reason, setReason] = useState("");
  const name = run.subject ?? run.logicalRunId;
  const command = useCommand({
    send: (nonce) => runCommands.cancel(run.id, { nonce, reason }),
    onAccepted: () => {
      toast.success(`${name} is cancelled`);
      onOpenChange(false);
    },
  });
  return (
    <CommandDialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      command={command}
      failed="It was not cancelled"
      leave="Keep it"
      title={`Cancel the run of ${name}`}
      description={
        <>
          <p>It stops for good: no worker takes it again, and it cannot be resumed.</p>
          <p>{actionsLine}</p>
        </>
      }
      reason={{ value: reason, onChange: setReason, hint: "Its page keeps it, with your name.", focused: true }}
      confirm={{
        label: "Cancel the run",
        pendingLabel: "Cancelling…",
        variant: "danger",
        off: cancelOff(run, role) ?? reasonMissing(reason),
        onPress: command.press,
      }}
    />
  );
}
