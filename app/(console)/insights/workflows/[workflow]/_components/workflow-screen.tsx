"use client";

import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { Chip } from "@/components/ui/chip";
import { EmptyState } from "@/components/ui/empty-state";
import { SkeletonLines } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { formatDay } from "@/components/ui/time-format";
import { ApiError } from "@/lib/client/api";
import { pageQueries } from "@/lib/client/page-queries";
import { paths } from "@/lib/client/paths";
import { RecommendationChip } from "../../_components/recommendation-chip";
import { AdvicePanel } from "./advice-panel";
import { CostPanel } from "./cost-panel";
import { ProgressPanel } from "./progress-panel";
import { RowsPanel } from "./rows-panel";
import { TroublePanel } from "./trouble-panel";
import { WritesPanel } from "./writes-panel";

export function WorkflowScreen({ workflow, zone }: { workflow: string; zone: string }) {
  const query = useQuery(pageQueries.workflow(workflow));
  const { data, error } = query;
  return (
    <>
      <PageHeader
        title={workflow}
        state={data ? <RecommendationChip recommendation={data.advice.recommendation} /> : null}
        crumbs={[
          { href: paths.insights(), label: "Insights" },
          { href: paths.workflows(), label: "Which protection" },
        ]}
        facts={
          data ? (
            <>
              <span>
                <TextLink href={paths.runs({ workflow, from: data.from, to: data.to })}>{data.runs} runs</TextLink>{" "}
                begun from {formatDay(data.from, zone)} to {formatDay(data.to, zone)}
              </span>
              {data.counted < data.runs ? <span>counted: the newest {data.counted}</span> : null}
              <Chip emphasis="outline">{zone}</Chip>
            </>
          ) : null
        }
      />
      {data ? (
        <div className="flex flex-col gap-5">
          <AdvicePanel view={data} />
          <TroublePanel view={data} />
          <ProgressPanel view={data} />
          <WritesPanel view={data} />
          <CostPanel view={data} />
          <RowsPanel view={data} />
        </div>
      ) : error instanceof ApiError && error.code === "workflow_not_found" ? (
        <EmptyState title={`${workflow} had no run in the last 30 days`}>
          Nothing can be said about it. <TextLink href={paths.workflows()}>All workflows with runs</TextLink>
        </EmptyState>
      ) : error ? (
        <QueryError what="what this workflow needs" query={query} />
      ) : (
        <SkeletonLines lines={10} label="Loading what this workflow needs" />
      )}
    </>
  );
}
