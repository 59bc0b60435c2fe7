import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { GET } from "@/app/api/v1/reviews/[week]/route";
import { requireUser } from "@/lib/auth/require-user";
import { queryText } from "@/lib/client/api";
import { paths } from "@/lib/client/paths";
import { reviewQueries } from "@/lib/client/review-queries";
import { newestWeek } from "@/lib/review/newest-week";
import { weekName } from "@/lib/review/week";
import { getEngine } from "@/lib/wiring";
import { deploymentZone } from "@/lib/zone";
import { prefetch } from "../../prefetch";
import { ReviewScreen } from "./_components/review-screen";
import { loadReviewParams } from "./search-params";

type Props = {
  params: Promise<{ week: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Review ${(await params).week}` };
}

export default async function ReviewPage({ params, searchParams }: Props) {
  const [{ week }, { version }] = await Promise.all([params, loadReviewParams(searchParams)]);
  const user = await requireUser(paths.review(week, { version }));
  if (week === "latest") {
    const newest = await newestWeek(await getEngine(), deploymentZone());
    redirect(newest === null ? paths.reviews() : paths.review(weekName(newest)));
  }
  const { queryKey } = reviewQueries.week(week, version);
  const state = await prefetch(queryKey, GET, { params: { week }, query: queryText({ version }) });
  return (
    <HydrationBoundary state={state}>
      <ReviewScreen week={week} role={user.role} />
    </HydrationBoundary>
  );
}
