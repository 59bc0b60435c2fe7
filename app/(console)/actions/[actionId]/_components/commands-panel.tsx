import type { z } from "zod";
import type { JudgedAction } from "@/components/ledger/judged-action";
import { Chip } from "@/components/ui/chip";
import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";
import type { Tone } from "@/components/ui/tone";
import type { Command } from "@/lib/api/contract/command";
import { observedEffect } from "./observed-effect";

type CommandType = z.output<typeof Command>;

/** What people pressed, refused tries included. "Applied" says that it was taken, never that it worked. */
export function CommandsPanel({
  commands,
  record,
  className,
}: {
  commands: readonly CommandType[];
  record: JudgedAction;
  className?: string;
}) {
  return (
    <Panel title="What operators did" className={className}>
      {commands.length === 0 ? (
        <p className="text-sm text-muted">Nobody pressed anything here.</p>
      ) : (
        <ol className="flex flex-col gap-3 text-sm">
          {[...commands]
            .sort((a, b) => b.at - a.at)
            .map((command) => (
              <li key={command.id}>
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="font-medium">{kindText[command.kind]}</span>
                  <span>
                    by {command.by} <span className="text-muted">({command.role})</span>
                  </span>
                  <Chip tone={stateLook[command.state].tone} emphasis="soft">
                    {stateLook[command.state].label}
                  </Chip>
                </p>
                {command.reason ? <p className="break-words">“{command.reason}”</p> : null}
                {refusalOf(command) ? <p className="break-words">{refusalOf(command)}</p> : null}
                {command.state === "refused" ? null : <p className="text-muted">{observedEffect(command, record)}</p>}
                <p className="text-xs text-muted">
                  <Timestamp at={command.at} />
                </p>
              </li>
            ))}
        </ol>
      )}
    </Panel>
  );
}

const kindText: Record<CommandType["kind"], string> = {
  resume: "Resume",
  cancel: "Cancel",
  check: "Check now",
  settle: "Settle",
  decide: "Decide",
  confirm: "Second person",
  hold: "Hold",
  release: "Release",
  keep: "Keep the outcome",
  revise: "Revise",
  second: "Send a second one",
  edit: "Write the paragraph",
  agree: "Decide in the review",
  drop: "Take a decision back",
  mark: "Mark a decision",
  freeze: "Freeze the review",
  amend: "Begin a new version",
  report: "Open an incident",
  tend: "Work on an incident",
  classify: "Classify an incident",
  accept: "Accept",
  supersede: "Supersede",
  reopen: "Open again",
  follow: "Follow a runbook",
  unfollow: "Take back a tick",
  make_key: "Make a key",
  rotate_key: "Replace a key",
  revoke_key: "Revoke a key",
};

const stateLook: Record<CommandType["state"], { label: string; tone: Tone }> = {
  accepted: { label: "Accepted", tone: "info" },
  applied: { label: "Applied", tone: "info" },
  no_effect: { label: "No effect", tone: "neutral" },
  refused: { label: "Refused", tone: "attention" },
};

function refusalOf({ state, answer }: CommandType): string | null {
  if (state !== "refused" || typeof answer !== "object" || answer === null || !("message" in answer)) return null;
  return String(answer.message);
}
