"use client";

import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import { CommandDialog } from "@/components/command/command-dialog";
import { reasonMissing } from "@/components/command/reason";
import { useCommand } from "@/components/command/use-command";
import { Button, type ButtonProps } from "@/components/ui/button";
import type { Incident } from "@/lib/api/contract/incident";
import { incidentCommands } from "@/lib/client/incident-queries";

type Press = Parameters<typeof incidentCommands.tend>[1]["change"];

type Props = {
  incident: Incident;
  /** Null while what is asked for is not chosen yet. */
  change: Press | null;
  button: { label: string; icon: ReactNode; off: string | null } & Pick<ButtonProps, "variant">;
  title: string;
  description: ReactNode;
  confirm: string;
  done: string;
  /** Why it cannot be confirmed yet, beside the reason. */
  missing?: string | null;
  children?: ReactNode;
};

/** A button that changes the incident once its reason is given. */
export function IncidentCommandButton(props: Props) {
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const { label, icon, off, variant } = props.button;
  return (
    <>
      <Button
        variant={variant}
        icon={icon}
        disabledReason={off}
        onClick={() => {
          setOpenings(openings + 1);
          setOpen(true);
        }}
      >
        {label}…
      </Button>
      <Confirm key={openings} {...props} open={open} onOpenChange={setOpen} />
    </>
  );
}

function Confirm({
  incident,
  change,
  button,
  title,
  description,
  confirm,
  done,
  missing = null,
  children,
  open,
  onOpenChange,
}: Props & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [reason, setReason] = useState("");
  // As it was when the dialog was opened: what changed since is refused, and read first.
  const [version] = useState(incident.version);
  const command = useCommand<Press>({
    send: (nonce, asked) => incidentCommands.tend(incident.id, { nonce, version, change: asked, reason }),
    onAccepted: () => {
      toast.success(done);
      onOpenChange(false);
    },
  });
  return (
    <CommandDialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      command={command}
      failed="It was not changed"
      title={title}
      description={description}
      reason={{ value: reason, onChange: setReason, hint: "Its history keeps it, with your name.", focused: !children }}
      confirm={{
        label: confirm,
        pendingLabel: "Writing it down…",
        variant: "primary",
        off: button.off ?? missing ?? reasonMissing(reason),
        onPress: () => {
          if (change !== null) command.press(change);
        },
      }}
    >
      {children}
    </CommandDialog>
  );
}
