"use client";

import { CircleCheck, ClipboardCheck, type LucideIcon, RotateCcw, ShieldAlert, Tags, UserPlus, X } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { failureText, failureTitle } from "@/components/command/command-failure";
import { failureOf, useCommand } from "@/components/command/use-command";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import type { Incident } from "@/lib/api/contract/incident";
import { incidentCommands } from "@/lib/client/incident-queries";
import type { Role } from "@/lib/progress/validation";
import { type IncidentState, incidentClasses, severities } from "@/lib/review/incident";
import { IncidentCommandButton } from "./incident-dialog";
import { classifyOff, moveOff, offeredMoves, takeOff } from "./incident-press";
import { classLook, severityWords } from "./incident-state";

type Props = { incident: Incident; role: Role; userId: string; nextId: string | null };

/** What can become of the incident from here. */
export function IncidentButtons({ incident, role, userId, nextId }: Props) {
  const isOver = incident.state === "reviewed" || incident.state === "dismissed";
  // The move whose dialog is open stays, whatever a colleague makes of the incident meanwhile: with it would go what was typed.
  const [opened, setOpened] = useState<IncidentState | null>(null);
  return (
    <>
      {isOver ? null : <TakeButton incident={incident} role={role} userId={userId} />}
      {offeredMoves(incident.state, opened).map((to) => {
        const { label, icon: Icon, title, says, confirm, done } = moves[to];
        return (
          <IncidentCommandButton
            key={to}
            incident={incident}
            change={{ kind: "state", to }}
            button={{
              label,
              icon: <Icon aria-hidden />,
              off: moveOff(incident, to, role, nextId),
              variant: to === "resolved" ? "primary" : undefined,
            }}
            title={title}
            description={says}
            confirm={confirm}
            done={done}
            onOpenChange={(open) => setOpened(open ? to : null)}
          />
        );
      })}
      <ReclassifyButton incident={incident} role={role} />
    </>
  );
}

type Move = { label: string; icon: LucideIcon; title: string; says: string; confirm: string; done: string };

const moves: Record<IncidentState, Move> = {
  open: {
    label: "Reopen",
    icon: RotateCcw,
    title: "Reopen this incident",
    says: "It counts as open again, from now on. Its history keeps what it was before.",
    confirm: "Reopen it",
    done: "It is open again",
  },
  mitigated: {
    label: "Mitigated",
    icon: ShieldAlert,
    title: "Say that it is mitigated",
    says: "It does no more harm for now, and its cause is still there. It goes on taking what is seen.",
    confirm: "It is mitigated",
    done: "It is mitigated",
  },
  resolved: {
    label: "Resolve",
    icon: CircleCheck,
    title: "Say that it is resolved",
    says: "Its cause is gone. Should it be seen again, it is opened anew and names this one.",
    confirm: "It is resolved",
    done: "It is resolved",
  },
  reviewed: {
    label: "Reviewed",
    icon: ClipboardCheck,
    title: "Say that it was reviewed",
    says: "It was talked through. It stays as it is from now on, and cannot be reopened.",
    confirm: "It was reviewed",
    done: "It is reviewed",
  },
  dismissed: {
    label: "Dismiss",
    icon: X,
    title: "Say that it is no incident",
    says: "What is seen of it later is still added here, and opens nothing; only a possible second effect outside opens it anew. It can be reopened.",
    confirm: "It is no incident",
    done: "It is dismissed",
  },
};

function TakeButton({ incident, role, userId }: Omit<Props, "nextId">) {
  const isMine = incident.owner?.id === userId;
  const kind = isMine ? "give_back" : "take";
  const command = useCommand({
    send: (nonce) => incidentCommands.tend(incident.id, { nonce, version: incident.version, change: { kind } }),
    onAccepted: () => toast.success(isMine ? "Nobody owns it now" : "It is yours now"),
    onFailed: (error) => {
      const failure = failureOf(error);
      toast.error(failureTitle(failure, "Not changed"), { description: failureText(failure) });
    },
    about: incident.version,
  });
  return (
    <Button
      icon={isMine ? <X aria-hidden /> : <UserPlus aria-hidden />}
      disabledReason={isMine ? null : takeOff(incident, role, userId)}
      pending={command.pending}
      pendingLabel={isMine ? "Giving it back…" : "Taking it…"}
      onClick={() => command.press()}
    >
      {isMine ? "Give it back" : "Take it"}
    </Button>
  );
}

function ReclassifyButton({ incident, role }: Pick<Props, "incident" | "role">) {
  const [named, setNamed] = useState(incident.class);
  const [severity, setSeverity] = useState(incident.severity);
  const differs = { class: named !== incident.class, severity: severity !== incident.severity };
  const change = differs.class
    ? ({ kind: "class", to: named } as const)
    : differs.severity
      ? ({ kind: "severity", to: severity } as const)
      : null;
  const missing =
    differs.class && differs.severity ? "Change one of the two at a time." : "Choose what it was instead.";
  return (
    <IncidentCommandButton
      incident={incident}
      change={change}
      button={{ label: "Reclassify", icon: <Tags aria-hidden />, off: classifyOff(role) }}
      title="Say what it was"
      description="The review counts it where you put it. Its history keeps what the rule said."
      confirm={differs.severity && !differs.class ? "Change its severity" : "Change its class"}
      done="It is reclassified"
      missing={change === null || (differs.class && differs.severity) ? missing : null}
      onOpenChange={(open) => {
        if (!open) return;
        setNamed(incident.class);
        setSeverity(incident.severity);
      }}
    >
      <Select
        label="Class"
        value={named}
        onValueChange={setNamed}
        options={incidentClasses.map((value) => ({ value, label: classLook[value].label }))}
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
    </IncidentCommandButton>
  );
}
