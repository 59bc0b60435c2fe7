"use client";

import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { QueryLiveChip } from "@/components/shell/query-live-chip";
import { Skeleton } from "@/components/ui/skeleton";
import { pageQueries } from "@/lib/client/page-queries";
import type { Role } from "@/lib/progress/validation";
import { ClosingWindows } from "./closing-windows";
import { DemoPanel } from "./demo-panel";
import { Gaps } from "./gaps";
import { HeldDestinations } from "./held-destinations";
import { NeedsPerson } from "./needs-person";
import { Pressed } from "./pressed";
import { Running } from "./running";
import { WeekFigures } from "./week-figures";
import { WorkersMissing } from "./workers-missing";
import { WorldLog } from "./world-log";

export function NowScreen({ role, demo }: { role: Role; demo: boolean }) {
  const query = useQuery(pageQueries.now());
  const { data, error } = query;
  return (
    <>
      <PageHeader title="Now" live={<QueryLiveChip query={query} />} />
      <div className={demo ? "grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]" : undefined}>
        <div className="flex min-w-0 flex-col gap-5">
          {data ? (
            <>
              <ClosingWindows closing={data.closing} now={data.now} />
              <HeldDestinations holds={data.holds} now={data.now} />
              <WorkersMissing unserved={data.unserved} now={data.now} />
              <NeedsPerson view={data} role={role} />
              <Gaps gaps={data.gaps} now={data.now} />
              <Pressed rows={data.pressed} now={data.now} />
              <WeekFigures week={data.week} />
              <Running items={data.running} count={data.runningCount} now={data.now} />
            </>
          ) : error ? (
            <QueryError what="what needs you" query={query} />
          ) : (
            <Loading />
          )}
        </div>
        {demo ? (
          <aside aria-label="Demo" className="flex min-w-0 flex-col gap-5">
            <WorldLog />
            <DemoPanel role={role} />
          </aside>
        ) : null}
      </div>
    </>
  );
}

function Loading() {
  return (
    <div aria-busy className="flex flex-col gap-3">
      <Skeleton className="h-36 rounded-xl" />
      <Skeleton className="h-36 rounded-xl" />
      <Skeleton className="h-20 rounded-xl" />
    </div>
  );
}
