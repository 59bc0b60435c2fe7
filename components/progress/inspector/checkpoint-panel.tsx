"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "@/components/ui/load-error";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { SkeletonLines } from "@/components/ui/skeleton";
import { ApiError } from "@/lib/client/api";
import { runQueries } from "@/lib/client/run-queries";
import type { RunRecord } from "@/lib/progress/store";
import { bytesText, JsonText } from "./json-text";

/** The state as of a checkpoint: what a resume from it starts with, and never the outside system's own record. */
export function CheckpointPanel({ record, initial }: { record: RunRecord; initial: number | null }) {
  const [number, setNumber] = useState(initial);
  if (number === null)
    return <p className="text-sm text-muted">There is no checkpoint yet: nothing would be reused.</p>;
  const chosen = record.checkpoints.find((checkpoint) => checkpoint.number === number);
  return (
    <div className="flex flex-col gap-3">
      <Select
        label="As of"
        inline
        value={String(number)}
        onValueChange={(value) => setNumber(Number(value))}
        options={record.checkpoints.map((checkpoint) => ({
          value: String(checkpoint.number),
          label: `checkpoint ${checkpoint.number}, after ${checkpoint.stepName}${checkpoint.supersededBy ? " (void)" : ""}`,
        }))}
      />
      {chosen?.supersededBy ? (
        <Notice tone="neutral">A resume went back behind it. Shown is what is left of the state up to here.</Notice>
      ) : null}
      <StateAt runId={record.run.id} number={number} />
    </div>
  );
}

function StateAt({ runId, number }: { runId: string; number: number }) {
  const state = useQuery(runQueries.checkpoint(runId, number));
  if (state.error) {
    return (
      <LoadError
        what="the state"
        reason={state.error.message}
        requestId={state.error instanceof ApiError ? (state.error.requestId ?? undefined) : undefined}
        onRetry={() => void state.refetch()}
        retrying={state.isFetching}
      />
    );
  }
  if (!state.data) return <SkeletonLines label="Loading the state" />;
  const { results } = state.data;
  if (results.length === 0) return <p className="text-sm text-muted">No result is kept up to here.</p>;
  return (
    <>
      <p className="text-xs text-muted">
        {results.length} {results.length === 1 ? "result" : "results"}, as of then. The outside systems may have changed
        since.
      </p>
      <div className="flex flex-col gap-2">
        {results.map((result) => {
          const name = result.occurrence === "" ? result.stepName : `${result.stepName} ${result.occurrence}`;
          const note = `v${result.schemaVersion} · ${bytesText(result.bytes)}`;
          return result.body === null ? (
            <p key={result.number} className="rounded-lg border px-3 py-2 text-sm">
              {name}{" "}
              <span className="text-muted">
                {result.purged
                  ? "was removed when its retention ended."
                  : `is too large to show here: ${bytesText(result.bytes)}.`}
              </span>
            </p>
          ) : (
            <JsonText key={result.number} label={name} note={note} text={result.body} />
          );
        })}
      </div>
    </>
  );
}
