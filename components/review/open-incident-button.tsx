"use client";

import { Siren } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { CommandDialog } from "@/components/command/command-dialog";
import { reasonMissing } from "@/components/command/reason";
import { useCommand } from "@/components/command/use-command";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { incidentCommands } from "@/lib/client/incident-queries";
import { paths } from "@/lib/client/paths";
import { whyMayNot } from "@/lib/engine/permissions";
import type { Role } from "@/lib/progress/validation";
import { type IncidentClass, incidentClasses, type Severity, severities } from "@/lib/review/incident";
import { classLook, severityWords } from "./incident-state";

/** What it is about, and how people know that; nothing for one that is opened freely. */
type About = { runId?: string; actionId?: string; name?: string };

export function OpenIncidentButton({ role, ...about }: About & { role: Role }) {
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  return (
    <>
      <Button
        icon={<Siren aria-hidden />}
        disabledReason={whyMayNot(role, "report")}
        onClick={() => {
          setOpenings(openings + 1);
          setOpen(true);
        }}
      >
        Open an incident…
      </Button>
      <OpenDialog key={openings} {...about} open={open} onOpenChange={setOpen} />
    </>
  );
}

function OpenDialog({
  runId,
  actionId,
  name,
  open,
  onOpenChange,
}: About & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const router = useRouter();
  const [title, setTitle] = useState("");
  const [named, setNamed] = useState<IncidentClass>("duplicate_action");
  const [severity, setSeverity] = useState<Severity>("s2");
  const [reason, setReason] = useState("");
  const command = useCommand({
    send: (nonce) => incidentCommands.open({ nonce, title, class: named, severity, reason, runId, actionId }),
    onAccepted: ({ incident }) => {
      onOpenChange(false);
      router.push(paths.incident(incident.id));
    },
  });
  return (
    <CommandDialog
      open={open}
      onOpenChange={onOpenChange}
      command={command}
      failed="It was not opened"
      title={name ? `Open an incident about ${name}` : "Open an incident"}
      description="For what no rule noticed. It is yours until you give it back, and the next review shows it."
      reason={{ value: reason, onChange: setReason, label: "How do you know?", hint: "It becomes its first evidence." }}
      confirm={{
        label: "Open it",
        pendingLabel: "Opening…",
        variant: "primary",
        off: title.trim().length < 3 ? "Say what happened." : reasonMissing(reason),
        onPress: () => command.press(),
      }}
    >
      <TextField
        label="What happened"
        required
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Select
        label="Class"
        value={named}
        onValueChange={setNamed}
        options={incidentClasses.map((value) => ({
          value,
          label: `${classLook[value].label}: ${classLook[value].meaning}`,
        }))}
      />
      <Select
        label="Severity"
        value={severity}
        onValueChange={setSeverity}
        options={severities.map((value) => ({
          value,
          label: `${severityWords[value].label}: ${severityWords[value].meaning}`,
        }))}
      />
    </CommandDialog>
  );
}
