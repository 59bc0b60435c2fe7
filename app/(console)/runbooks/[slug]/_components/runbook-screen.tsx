"use client";

import { useQuery } from "@tanstack/react-query";
import { BookX } from "lucide-react";
import { PatternWords } from "@/components/review/pattern-words";
import { ReviewedOn } from "@/components/review/reviewed-on";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { QueryLiveChip } from "@/components/shell/query-live-chip";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { SkeletonLines } from "@/components/ui/skeleton";
import { ApiError } from "@/lib/client/api";
import { paths } from "@/lib/client/paths";
import { runbookQueries } from "@/lib/client/runbook-queries";
import type { Role } from "@/lib/progress/validation";
import { RunbookAbout } from "./runbook-about";
import { RunbookBody } from "./runbook-body";

const crumbs = [{ href: paths.runbooks(), label: "Runbooks" }];

export type About = { run?: string; action?: string; incident?: string };

export function RunbookScreen({ slug, about, role }: { slug: string; about: About; role: Role }) {
  const query = useQuery(runbookQueries.one(slug, about));
  const { data, error } = query;
  if (data === undefined) {
    const code = error instanceof ApiError ? error.code : "";
    return (
      <>
        <PageHeader title={`Runbook ${slug}`} crumbs={crumbs} />
        {code === "bad_id" || code.endsWith("_not_found") ? (
          <EmptyState
            icon={<BookX aria-hidden />}
            title={
              code === "runbook_not_found" || code === "bad_id"
                ? "No such runbook"
                : "What it was opened about is not there"
            }
            actions={<LinkButton href={paths.runbooks()}>All runbooks</LinkButton>}
          >
            {code === "runbook_not_found" || code === "bad_id"
              ? "It is not in the folder, or its file cannot be used: the list says why."
              : error?.message}
          </EmptyState>
        ) : error ? (
          <QueryError what="this runbook" query={query} />
        ) : (
          <SkeletonLines lines={10} label="Loading the runbook" />
        )}
      </>
    );
  }
  const { runbook, context } = data;
  return (
    <>
      <PageHeader
        crumbs={crumbs}
        title={runbook.title}
        live={<QueryLiveChip query={query} />}
        facts={
          <>
            <span>Owner: {runbook.owner}</span>
            <span className="inline-flex flex-wrap items-center gap-1.5">
              reviewed <ReviewedOn runbook={runbook} />
            </span>
            <span className="font-mono text-xs">{runbook.file}</span>
            <PatternWords patterns={runbook.patterns} />
          </>
        }
      />
      <div className="flex max-w-4xl flex-col gap-4">
        <RunbookAbout context={context} />
        <RunbookBody view={data} role={role} />
      </div>
    </>
  );
}
