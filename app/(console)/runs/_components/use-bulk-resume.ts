"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { refreshAll, runCommands } from "@/lib/client/run-queries";
import { type BulkItem, type BulkOutcome, resumeOneByOne } from "./bulk-resume";

export type BulkPhase = "choosing" | "running" | "stopping" | "ended";

/** What became of each run so far, and the two moves: go on, and stop after the one under way. */
export function useBulkResume() {
  const client = useQueryClient();
  const [phase, setPhase] = useState<BulkPhase>("choosing");
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, BulkOutcome>>(new Map());
  const goesOn = useRef(false);

  async function run(items: readonly BulkItem[], reason: string, bulk: { count: number; asOf: number }) {
    // The second click of a double click comes before React has drawn anything.
    if (goesOn.current) return;
    goesOn.current = true;
    setPhase("running");
    await resumeOneByOne(items, {
      resume: ({ runId, from, token, nonce }) =>
        runCommands.resume(runId, { nonce, fromCheckpoint: from, planToken: token, reason, bulk }),
      goesOn: () => goesOn.current,
      report: (runId, outcome) => setOutcomes((before) => new Map(before).set(runId, outcome)),
    });
    goesOn.current = false;
    setPhase("ended");
    void refreshAll(client);
  }

  function stop() {
    goesOn.current = false;
    setPhase("stopping");
  }

  return { phase, outcomes, run, stop };
}
