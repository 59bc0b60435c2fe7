"use client";

import { UserRoundCheck } from "lucide-react";
import { Panel } from "@/components/ui/panel";
import { StateChip } from "@/components/ui/state-chip";
import { Timestamp } from "@/components/ui/timestamp";
import { commandLook, commandWords, refusalOf } from "./command-words";
import type { RunCommand } from "./run-view";

/** What people pressed on this run, newest first: asked, answered, and what was seen to follow. */
export function OperatorCommands({ commands }: { commands: readonly RunCommand[] }) {
  const newestFirst = [...commands].sort((a, b) => b.at - a.at);
  return (
    <Panel title="What operators did" icon={<UserRoundCheck aria-hidden />} flush>
      {newestFirst.length === 0 ? (
        <p className="p-4 text-sm text-muted">Nobody has pressed anything on this run.</p>
      ) : (
        <ol className="divide-y">
          {newestFirst.map((command) => (
            <li key={command.id} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
              <div className="min-w-0 flex-1 basis-80">
                <p>
                  <span className="font-medium">{command.by}</span> <span className="text-muted">({command.role})</span>{" "}
                  {commandWords(command)}
                </p>
                {command.reason ? <p className="text-muted">“{command.reason}”</p> : null}
                {refusalOf(command) ? <p>{refusalOf(command)}</p> : null}
                {command.observed ? (
                  <p>
                    <span className="text-muted">Observed:</span> {command.observed}
                  </p>
                ) : command.state === "applied" ? (
                  <p className="text-muted">Nothing was observed to follow yet.</p>
                ) : null}
              </div>
              <div className="flex items-center gap-3">
                <Timestamp at={command.at} className="text-xs text-muted" />
                <StateChip look={commandLook[command.state]} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
