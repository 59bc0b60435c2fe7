"use client";

import { Eye } from "lucide-react";
import { StateChip } from "@/components/ui/state-chip";
import { Timestamp } from "@/components/ui/timestamp";
import { commandLook, commandWords, refusalOf } from "./command-words";
import type { RunView } from "./run-view";

/** For as long as whoever pressed it is likely to look for what follows. */
const shownForMs = 10 * 60_000;

/** The last click and what is observed of it, at the top: accepted is not yet success. */
export function LatestCommand({ view }: { view: RunView }) {
  const recent = view.commands.filter((command) => view.now - command.at <= shownForMs).sort((a, b) => b.at - a.at);
  // Whoever was refused was told so; the others look for what was done.
  const last = recent.find((command) => command.state !== "refused") ?? recent[0];
  if (last === undefined) return null;
  const follows = last.observed ?? refusalOf(last);
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border bg-surface px-4 py-2 text-sm"
    >
      <Eye aria-hidden className="size-4 shrink-0 text-faint" />
      <span className="min-w-0 flex-1 basis-64">
        {last.by} {commandWords(last)}.{" "}
        {follows ? (
          <span className="font-medium">{follows}</span>
        ) : (
          <span className="text-muted">Waiting to see what follows.</span>
        )}
      </span>
      <Timestamp at={last.at} kind="relative" className="text-xs text-muted" />
      <StateChip look={commandLook[last.state]} />
    </div>
  );
}
