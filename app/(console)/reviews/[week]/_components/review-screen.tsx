"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarX } from "lucide-react";
import { useQueryState } from "nuqs";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { SkeletonLines } from "@/components/ui/skeleton";
import { ApiError } from "@/lib/client/api";
import { paths } from "@/lib/client/paths";
import { reviewQueries } from "@/lib/client/review-queries";
import type { Role } from "@/lib/progress/validation";
import { weekTitle } from "@/lib/review/review-words";
import { reviewParams } from "../search-params";
import { AmendmentsNotice } from "./amendments-notice";
import { ClassesPanel } from "./classes-panel";
import { DecisionsPanel } from "./decisions-panel";
import { DefinitionsPanel } from "./definitions-panel";
import { FormerDecisions } from "./former-decisions";
import { IncidentsPanel } from "./incidents-panel";
import { NumbersPanel } from "./numbers-panel";
import { ParagraphPanel } from "./paragraph-panel";
import { RecurringPanel } from "./recurring-panel";
import { ReviewHeader } from "./review-header";
import { WinsPanel } from "./wins-panel";

const noSuchVersion = ["review_not_found", "bad_request"];

/** In the order in which a team talks: what became of the last decisions, what happened, what is decided now. */
export function ReviewScreen({ week, role }: { week: string; role: Role }) {
  const [version] = useQueryState("version", reviewParams.version);
  const query = useQuery(reviewQueries.week(week, version));
  const { data, error } = query;
  if (data === undefined) {
    return (
      <>
        <PageHeader title={weekTitle(week)} crumbs={[{ href: paths.reviews(), label: "Reviews" }]} />
        {error === null ? (
          <SkeletonLines lines={12} label="Loading the review" />
        ) : version !== null && error instanceof ApiError && noSuchVersion.includes(error.code) ? (
          <EmptyState
            icon={<CalendarX aria-hidden />}
            title={`There is no version ${version} of this review`}
            actions={<LinkButton href={paths.review(week)}>The newest version</LinkButton>}
          >
            Versions are counted from 1; a new one is begun where a frozen one changed.
          </EmptyState>
        ) : error instanceof ApiError && (error.code === "review_not_found" || error.code === "bad_id") ? (
          <EmptyState
            icon={<CalendarX aria-hidden />}
            title="There is no review of this week"
            actions={<LinkButton href={paths.reviews()}>All weeks</LinkButton>}
          >
            It has not begun, nothing had run by its end, or the address names no week.
          </EmptyState>
        ) : (
          <QueryError what="the review" query={query} />
        )}
      </>
    );
  }
  const { content } = data;
  return (
    <>
      <ReviewHeader view={data} role={role} onRecompute={() => query.refetch()} recomputing={query.isFetching} />
      <div className="flex flex-col gap-5">
        {data.review?.state === "frozen" && version === null ? <AmendmentsNotice view={data} role={role} /> : null}
        <FormerDecisions decisions={content.former} role={data.review?.state === "frozen" ? null : role} />
        <NumbersPanel content={content} />
        <ParagraphPanel key={`${data.week} ${version ?? ""}`} view={data} role={role} />
        <ClassesPanel content={content} />
        <IncidentsPanel content={content} />
        <RecurringPanel content={content} />
        <WinsPanel content={content} />
        <DecisionsPanel view={data} role={role} />
        <DefinitionsPanel view={data} />
      </div>
    </>
  );
}
