"use client";

import { Notice } from "@/components/ui/notice";
import { Timestamp } from "@/components/ui/timestamp";
import type { RunView } from "./run-view";

/** Workers report every few seconds; silence for longer means that none is there. */
const silentMs = 15_000;

export function WorkerMissing({ view }: { view: RunView }) {
  const { compatibleWorkerSeenAt: seenAt, now, progress } = view;
  const { run } = progress;
  if (run.state !== "queued" || (seenAt !== null && now - seenAt <= silentMs)) return null;
  return (
    <Notice tone="attention" title="No compatible worker">
      {seenAt === null ? (
        "No worker that knows this workflow in this version was ever seen."
      ) : (
        <>
          None that knows {run.workflow} v{run.workflowVersion} was seen since <Timestamp at={seenAt} />.
        </>
      )}{" "}
      The run goes on by itself as soon as one is started.
    </Notice>
  );
}
