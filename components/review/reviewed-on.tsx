import { Chip } from "@/components/ui/chip";

/** The day it was last reviewed, and whether that is longer ago than was declared. */
export function ReviewedOn({ runbook }: { runbook: { reviewed: string; stale: boolean; staleAfterDays: number } }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 whitespace-nowrap">
      <time dateTime={runbook.reviewed}>{runbook.reviewed}</time>
      {runbook.stale ? <Chip tone="attention">older than {runbook.staleAfterDays} days</Chip> : null}
    </span>
  );
}
