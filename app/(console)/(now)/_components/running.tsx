import type { z } from "zod";
import { RunState } from "@/components/progress/state";
import { WorkerGap } from "@/components/progress/worker-gap";
import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import type { RunListItem } from "@/lib/api/contract/views";
import { paths } from "@/lib/client/paths";

export function Running({ items, count, now }: { items: z.output<typeof RunListItem>[]; count: number; now: number }) {
  return (
    <Panel
      title="Moving by itself"
      note={
        count > items.length ? (
          <TextLink href={paths.runs({ states: ["running", "queued", "waiting"] })}>all {count}</TextLink>
        ) : (
          `${count}`
        )
      }
      flush
    >
      {items.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted">No run is moving at the moment.</p>
      ) : (
        <ul className="divide-y">
          {items.map(({ run, workerGap }) => (
            <li key={run.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
              <RunState value={run.state} resuming={run.cause === "resumed"} />
              <TextLink href={paths.run(run.id)} className="font-medium">
                {run.subject ?? run.logicalRunId}
              </TextLink>
              {workerGap === null ? (
                <span className="text-muted">{run.currentStep ?? run.causeText ?? run.workflow}</span>
              ) : (
                <WorkerGap gap={workerGap} now={now} />
              )}
              <span className="ml-auto text-xs text-muted">
                <Timestamp at={run.lastActivityAt} kind="relative" now={now} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
