"use client";

import { Duration } from "@/components/ui/duration";
import { Notice } from "@/components/ui/notice";
import { Timestamp } from "@/components/ui/timestamp";
import type { RunView } from "./run-view";

/** Goes away by itself: the next read after a worker came finds no gap. */
export function WorkerMissing({ view }: { view: RunView }) {
  const { workerGap: gap, now } = view;
  if (gap === null) return null;
  const needed = `${gap.workflow} v${gap.version} or newer`;
  return (
    <Notice
      tone="attention"
      title={
        <>
          No compatible worker for <Duration from={gap.since} now={Math.max(now, gap.since)} />
        </>
      }
    >
      {gap.lastSeenAt === null ? (
        `No worker that has ${needed} was ever seen.`
      ) : (
        <>
          None that has {needed} was seen since <Timestamp at={gap.lastSeenAt} />.
        </>
      )}{" "}
      The run goes on by itself as soon as one is started.
    </Notice>
  );
}
