import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { GET } from "@/app/api/v1/reviews/route";
import { requireUser } from "@/lib/auth/require-user";
import { paths } from "@/lib/client/paths";
import { reviewQueries } from "@/lib/client/review-queries";
import { prefetch } from "../prefetch";
import { ReviewsScreen } from "./_components/reviews-screen";

export const metadata: Metadata = { title: "Reviews" };

export default async function ReviewsPage() {
  await requireUser(paths.reviews());
  const state = await prefetch(reviewQueries.list().queryKey, GET, {});
  return (
    <HydrationBoundary state={state}>
      <ReviewsScreen />
    </HydrationBoundary>
  );
}
