import { ReviewList } from "@/lib/api/contract/review";
import { route } from "@/lib/api/route";
import { listReviews } from "@/lib/review/list-reviews";
import { deploymentZone } from "@/lib/zone";

export const GET = route({
  answer: ReviewList,
  handle: ({ engine }) => listReviews(engine, deploymentZone()),
});
