"use client";

import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import { CommandDialog } from "@/components/command/command-dialog";
import { reasonMissing } from "@/components/command/reason";
import { useCommand } from "@/components/command/use-command";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { Incident } from "@/lib/api/contract/incident";
import { incidentCommands } from "@/lib/client/incident-queries";
import { IncidentClassMark, IncidentState, Severity } from "./incident-state";

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
  onOpenChange?: (open: boolean) => void;
  /** Why it cannot be confirmed yet, beside the reason. */
  missing?: string | null;
  children?: ReactNode;
};

/** A button that changes the incident once its reason is given. */
export function IncidentCommandButton(props: Props) {
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const { label, icon, off, variant } = props.button;
  function show(next: boolean) {
    setOpen(next);
    props.onOpenChange?.(next);
  }
  return (
    <>
      <Button
        variant={variant}
        icon={icon}
        disabledReason={off}
        onClick={() => {
          setOpenings(openings + 1);
          show(true);
        }}
      >
        {label}…
      </Button>
      <Confirm key={openings} {...props} open={open} onOpenChange={show} />
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
  // As it was when it was last read: what a colleague changed since is read before it is confirmed.
  const [version, setVersion] = useState(incident.version);
  const changed = open && incident.version !== version;
  const command = useCommand<Press>({
    send: (nonce, asked) => incidentCommands.tend(incident.id, { nonce, version, change: asked, reason }),
    onAccepted: () => {
      toast.success(done);
      onOpenChange(false);
    },
  });
  const notice = (
    <ChangedNotice
      incident={incident}
      onSeen={() => {
        setVersion(incident.version);
        command.renew();
      }}
    />
  );
  return (
    <CommandDialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      command={command}
      failed="It was not changed"
      notice={changed && !command.pending ? notice : null}
      title={title}
      description={description}
      reason={{ value: reason, onChange: setReason, hint: "Its history keeps it, with your name.", focused: !children }}
      confirm={{
        label: confirm,
        pendingLabel: "Writing it down…",
        variant: "primary",
        off:
          button.off ??
          (changed ? "It changed while this was open. Read the notice first." : null) ??
          missing ??
          reasonMissing(reason),
        onPress: () => {
          if (change !== null) command.press(change);
        },
      }}
    >
      {children}
    </CommandDialog>
  );
}

function ChangedNotice({ incident, onSeen }: { incident: Incident; onSeen: () => void }) {
  return (
    <Notice
      tone="attention"
      live="alert"
      title="It was changed while this was open"
      actions={
        <Button size="sm" onClick={onSeen}>
          I have read it
        </Button>
      }
    >
      <span className="flex flex-wrap items-center gap-2">
        It is now <IncidentState value={incident.state} /> <Severity value={incident.severity} />
        <IncidentClassMark value={incident.class} />
      </span>
      <p className="mt-1">{incident.owner === null ? "Nobody owns it." : `${incident.owner.name} owns it.`}</p>
    </Notice>
  );
}
