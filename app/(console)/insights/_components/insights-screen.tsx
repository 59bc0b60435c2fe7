"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsBoolean, parseAsInteger, useQueryState, useQueryStates } from "nuqs";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { QueryLiveChip } from "@/components/shell/query-live-chip";
import { Checkbox } from "@/components/ui/checkbox";
import { Chip } from "@/components/ui/chip";
import { LinkButton } from "@/components/ui/link-button";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDay } from "@/components/ui/time-format";
import { pageQueries } from "@/lib/client/page-queries";
import { paths } from "@/lib/client/paths";
import { startOfDay } from "@/lib/zone";
import { AvoidedPanel } from "./avoided-panel";
import { daysOf, rangeBefore, rangeMaxMs } from "./days";
import { LatenciesPanel } from "./latencies-panel";
import { ResumesPanel } from "./resumes-panel";
import { RetriesPanel } from "./retries-panel";
import { SavedPanel } from "./saved-panel";
import { UnknownsPanel } from "./unknowns-panel";

const ranges = [
  { value: "7", label: "Last 7 days" },
  { value: "14", label: "Last 14 days" },
  { value: "35", label: "Last 5 weeks" },
  { value: "90", label: "Last 90 days" },
] as const;

export function InsightsScreen({ zone }: { zone: string }) {
  const [bounds, setBounds] = useQueryStates({ from: parseAsInteger, to: parseAsInteger }, { history: "push" });
  const [first] = useQueryState("first", parseAsBoolean.withDefault(false));
  const [compared, setCompared] = useQueryState("before", parseAsBoolean.withDefault(false));
  const asked = { zone, first: first ? ("true" as const) : null };
  const query = useQuery(pageQueries.insights({ ...usable(bounds), ...asked }));
  const { data, error } = query;
  const days = data ? daysOf(data.range, Date.now()) : [];
  const former = data ? rangeBefore(data.range, days.length) : { from: null, to: null };
  const earlier = useQuery({
    ...pageQueries.insights({ ...former, ...asked }),
    enabled: compared && data !== undefined,
  });
  const before =
    compared && earlier.data && !earlier.isPlaceholderData
      ? { insights: earlier.data, days: daysOf(earlier.data.range, Date.now()) }
      : null;
  const chosen = ranges.find((range) => range.value === String(days.length))?.value;

  function chooseDays(value: string) {
    const to = startOfDay(Date.now(), zone, 1);
    setBounds({ from: startOfDay(to, zone, -Number(value)), to });
  }

  return (
    <>
      <PageHeader
        title="Insights"
        live={<QueryLiveChip query={query} />}
        facts={
          data ? (
            <>
              {formatDay(data.range.from, zone)} to {formatDay(data.range.to - 1, zone)}
              <Chip emphasis="outline">{zone}</Chip>
            </>
          ) : null
        }
        actions={
          <>
            <Checkbox
              label="Period before"
              checked={compared}
              onCheckedChange={(checked) => setCompared(checked ? true : null)}
            />
            <LinkButton href={paths.workflows()}>Which protection does it need?</LinkButton>
            <Select
              inline
              label="Range"
              value={chosen ?? "other"}
              options={
                chosen
                  ? ranges
                  : [...ranges, { value: "other", label: data ? `${days.length} days` : "Loading…", disabled: true }]
              }
              onValueChange={chooseDays}
            />
          </>
        }
      />
      {data ? (
        <div className="flex flex-col gap-5">
          <RetriesPanel shown={{ insights: data, days, before }} />
          <AvoidedPanel shown={{ insights: data, days, before }} />
          <UnknownsPanel shown={{ insights: data, days, before }} now={Date.now()} />
          <ResumesPanel shown={{ insights: data, days, before }} />
          <SavedPanel shown={{ insights: data, days, before }} />
          <LatenciesPanel shown={{ insights: data, days, before }} />
        </div>
      ) : error ? (
        <QueryError what="the figures" query={query} />
      ) : (
        <div aria-busy className="flex flex-col gap-5">
          <Skeleton className="h-80 rounded-xl" />
          <Skeleton className="h-80 rounded-xl" />
          <Skeleton className="h-80 rounded-xl" />
        </div>
      )}
    </>
  );
}

/** An address that names no time that was, ends before it begins, or is longer than the charts, shows the usual days. */
function usable({ from, to }: { from: number | null; to: number | null }) {
  const isTime = (at: number | null) => at === null || at > 0;
  const inOrder = from === null || to === null || from < to;
  const isDrawn = from === null || (to ?? Date.now()) - from <= rangeMaxMs;
  return isTime(from) && isTime(to) && inOrder && isDrawn ? { from, to } : { from: null, to: null };
}
