"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarCheck } from "lucide-react";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { Panel } from "@/components/ui/panel";
import { SkeletonLines } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import { reviewQueries } from "@/lib/client/review-queries";
import { decisionCounts, weekTitle } from "@/lib/review/review-words";
import { ReviewState } from "./review-state";

/** Every week that has a review, the newest first. */
export function ReviewsScreen() {
  const query = useQuery(reviewQueries.list());
  const { data, error } = query;
  return (
    <>
      <PageHeader
        title="Weekly reviews"
        facts="One per week, made when the week is over: what happened, what it says about the two protections, and what is decided."
        actions={data ? <LinkButton href={paths.review(data.current)}>The week so far</LinkButton> : null}
      />
      {data === undefined ? (
        error ? (
          <QueryError what="the reviews" query={query} />
        ) : (
          <SkeletonLines lines={8} label="Loading the reviews" />
        )
      ) : data.rows.length === 0 ? (
        <EmptyState icon={<CalendarCheck aria-hidden />} title="No week is over yet">
          The first review is made when the week of the first run is over, on Monday.
        </EmptyState>
      ) : (
        <Panel title="Weeks" flush>
          <ul className="divide-y">
            {data.rows.map(({ review, decisions }) => (
              <li key={review.week} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
                <span className="w-64 max-sm:w-full">
                  <TextLink href={paths.review(review.week)}>{weekTitle(review.week)}</TextLink>
                </span>
                <ReviewState review={review} />
                <span className="text-muted">
                  {decisions.length === 0 ? "nothing decided" : `decided: ${decisionCounts(decisions)}`}
                </span>
                {review.frozenAt !== null ? (
                  <span className="ml-auto text-xs text-muted">
                    frozen by {review.frozenBy}, <Timestamp at={review.frozenAt} />
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
