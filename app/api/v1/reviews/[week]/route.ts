import { z } from "zod";
import { ReviewAsk, ReviewView, WeekName } from "@/lib/api/contract/review";
import { found, route } from "@/lib/api/route";
import { readReview } from "@/lib/review/read-review";
import { deploymentZone } from "@/lib/zone";

export const GET = route({
  params: z.object({ week: WeekName }),
  query: ReviewAsk,
  answer: ReviewView,
  handle: async ({ engine, params, query }) =>
    found(await readReview(engine, { ...params, ...query, zone: deploymentZone() }), "review_not_found", "review"),
});
