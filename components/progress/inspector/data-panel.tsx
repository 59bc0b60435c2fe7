"use client";

import { useQuery } from "@tanstack/react-query";
import { SkeletonLines } from "@/components/ui/skeleton";
import { runQueries } from "@/lib/client/run-queries";
import type { RunRecord } from "@/lib/progress/store";
import { bytesText, JsonText } from "./json-text";
import type { Subject } from "./subject";

/** What went in and what came out. What an action sent is the ledger's to show. */
export function DataPanel({ record, subject }: { record: RunRecord; subject: Subject }) {
  switch (subject.kind) {
    case "run":
    case "execution":
      return (
        <div className="flex flex-col gap-2">
          <JsonText label="Input of the run" text={record.input} defaultOpen />
          {record.output === null ? (
            <p className="text-sm text-muted">There is no output before the run has finished.</p>
          ) : (
            <JsonText label="Output of the run" text={record.output} defaultOpen />
          )}
        </div>
      );
    case "step":
      return (
        <div className="flex flex-col gap-2">
          {subject.step.actionId ? (
            <p className="text-sm text-muted">
              What was sent stands with its action:{" "}
              <a className="text-link underline" href={`#action-${subject.step.actionId}`}>
                show it in the ledger
              </a>
              .
            </p>
          ) : null}
          {subject.checkpoint ? (
            <Result runId={record.run.id} number={subject.checkpoint.number} />
          ) : (
            <p className="text-sm text-muted">It has no kept result.</p>
          )}
        </div>
      );
    case "checkpoint":
      return <Result runId={record.run.id} number={subject.checkpoint.number} />;
  }
}

function Result({ runId, number }: { runId: string; number: number }) {
  const state = useQuery(runQueries.checkpoint(runId, number));
  if (state.error)
    return <p className="text-sm text-danger-on-soft">Could not load the result: {state.error.message}</p>;
  if (!state.data) return <SkeletonLines label="Loading the result" />;
  const result = state.data.results.find((candidate) => candidate.number === number);
  if (!result)
    return <p className="text-sm text-muted">Its result is void since a resume, and no longer part of the state.</p>;
  if (result.purged)
    return <p className="text-sm text-muted">It was removed when its retention ended. Hash, size and times stay.</p>;
  if (result.body === null)
    return <p className="text-sm text-muted">Too large to show here: {bytesText(result.bytes)}.</p>;
  return <JsonText label="Result" note={bytesText(result.bytes)} text={result.body} defaultOpen />;
}
