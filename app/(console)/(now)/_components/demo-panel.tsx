"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FlaskConical, Play, Repeat, ShieldOff } from "lucide-react";
import { useRef, useState } from "react";
import type { z } from "zod";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { TextLink } from "@/components/ui/text-link";
import { paths } from "@/lib/client/paths";
import type { BlindAnswer, StartTicketAnswer } from "@/lib/demo/panel-contract";
import { findScenario, scenarios, strikesBlindAgent } from "@/lib/demo/scenario";
import type { Role } from "@/lib/progress/validation";
import { runBlind, startTicket } from "./demo-queries";

type Kind = "routine" | "sensitive";

const options = scenarios.map(({ id, group, label }) => ({
  value: id,
  label: id === "none" ? label : `${group.startsWith("The worker") ? "Worker dies" : "Outside"}: ${label}`,
}));

/** Starts tickets with a chosen fault, and the same fault against the agent that retries blindly. */
export function DemoPanel({ role }: { role: Role }) {
  const client = useQueryClient();
  const [kind, setKind] = useState<Kind>("routine");
  const [scenario, setScenario] = useState("none");
  const refresh = () => client.invalidateQueries();
  const start = useMutation({ mutationFn: startTicket, onSettled: refresh });
  const blind = useMutation({ mutationFn: runBlind, onSettled: refresh });
  // The second click of a double click comes before React has drawn "Starting…".
  const starting = useRef(false);
  const startOne = (ask: Parameters<typeof startTicket>[0]) => {
    if (starting.current) return;
    starting.current = true;
    start.mutate(ask, {
      onSettled: () => {
        starting.current = false;
      },
    });
  };
  const looksOnly =
    role === "viewer"
      ? "A viewer only looks. Operators, approvers, leads and admins may start tickets: switch to one of these roles."
      : null;
  const started = start.data;
  const chosen = findScenario(scenario);
  const error = start.error ?? blind.error;
  return (
    <Panel title="Try it" icon={<FlaskConical aria-hidden />}>
      <div className="flex flex-col gap-3">
        <RadioGroup<Kind>
          label="Ticket"
          value={kind}
          onValueChange={setKind}
          options={[
            { value: "routine", label: "Routine", hint: "sent without asking; a person resumes it" },
            { value: "sensitive", label: "Sensitive", hint: "held until somebody approves" },
          ]}
        />
        <Select label="Fault" value={scenario} onValueChange={setScenario} options={options} />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            icon={<Play aria-hidden />}
            pending={start.isPending}
            pendingLabel="Starting…"
            disabledReason={looksOnly}
            onClick={() => startOne({ kind, scenario })}
          >
            Start a ticket
          </Button>
          <Button
            icon={<Repeat aria-hidden />}
            disabledReason={looksOnly ?? (started ? null : "Start a ticket first.")}
            onClick={() =>
              started && startOne({ kind, again: { ticketId: started.ticketId, eventId: started.eventId } })
            }
          >
            Same event again
          </Button>
          <Button
            icon={<ShieldOff aria-hidden />}
            disabledReason={
              looksOnly ??
              (chosen && !strikesBlindAgent(chosen)
                ? "The blind agent has no worker to kill. Choose a fault outside."
                : null)
            }
            pending={blind.isPending}
            pendingLabel="Retrying blindly…"
            onClick={() => blind.mutate({ scenario })}
          >
            Same fault, blind retry
          </Button>
        </div>
        {error ? (
          <Notice tone="danger" live="polite" title="That did not work">
            {error.message}
          </Notice>
        ) : null}
        {started ? <Started answer={started} /> : null}
        {blind.data ? <Blind answer={blind.data} /> : null}
      </div>
    </Panel>
  );
}

function Started({ answer }: { answer: z.output<typeof StartTicketAnswer> }) {
  return (
    <Notice
      tone={answer.created ? "ok" : "info"}
      live="polite"
      title={answer.created ? "A run started" : "The same run, not a second one"}
    >
      {answer.ticketId} as <TextLink href={paths.run(answer.runId)}>its run</TextLink>. {answer.eventId}
    </Notice>
  );
}

function Blind({ answer }: { answer: z.output<typeof BlindAnswer> }) {
  const doubled = answer.notes > 1 || answer.messages > 1;
  return (
    <Notice
      tone={doubled ? "danger" : "neutral"}
      live="polite"
      title={`Without Reprise: ${answer.notes} ${answer.notes === 1 ? "note" : "notes"}, ${answer.messages} ${answer.messages === 1 ? "message" : "messages"}`}
    >
      <p>
        {answer.ticketId}, {answer.finished ? "reported as done" : "given up"}.{" "}
        {doubled ? "Nobody was told about the repeat." : null}
      </p>
      <ul className="mt-1 list-disc pl-4 text-xs text-muted">
        {answer.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
}
