"use client";

import { useQuery } from "@tanstack/react-query";
import { Globe } from "lucide-react";
import { QueryError } from "@/components/shell/query-error";
import { Chip } from "@/components/ui/chip";
import { Panel } from "@/components/ui/panel";
import { SkeletonLines } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import type { WorldView } from "@/lib/demo/panel-contract";
import { worldQuery } from "./demo-queries";

const systemNames: Record<WorldView["entries"][number]["system"], string> = {
  crm: "CRM",
  ticketing: "Desk",
  queue: "Queue",
  model: "Model",
  billing: "Billing",
  partner: "Partner",
  library: "Library",
};

/** What really happened outside, from the outside world's own log: the witness that owes us nothing. */
export function WorldLog() {
  const query = useQuery(worldQuery());
  const { data, error } = query;
  return (
    <Panel
      title="The outside world's own log"
      icon={<Globe aria-hidden />}
      note={data ? `${data.lastSeq} lines` : undefined}
      flush
    >
      {data ? (
        <Lines entries={data.entries} />
      ) : error ? (
        <QueryError what="the outside world's log" query={query} />
      ) : (
        <div className="p-4">
          <SkeletonLines lines={5} />
        </div>
      )}
    </Panel>
  );
}

function Lines({ entries }: { entries: WorldView["entries"] }) {
  if (entries.length === 0) {
    return <p className="px-4 py-3 text-sm text-muted">Nothing happened outside yet.</p>;
  }
  return (
    // Focusable, so that the keyboard can scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable without a mouse
    <ol className="max-h-96 divide-y overflow-y-auto" aria-label="Newest first" tabIndex={0}>
      {[...entries].reverse().map((entry) => (
        <li key={entry.seq} className="flex items-baseline gap-x-2 px-4 py-1.5 text-sm">
          <span className="w-6 shrink-0 text-right font-mono text-xs text-faint">{entry.seq}</span>
          <Chip tone={entry.system === "model" ? "neutral" : "info"} emphasis="outline">
            {systemNames[entry.system]}
          </Chip>
          <span className="min-w-0 flex-1">{entry.summary}</span>
          <span className="text-xs text-muted">
            <Timestamp at={entry.at} kind="clock" />
          </span>
        </li>
      ))}
    </ol>
  );
}
