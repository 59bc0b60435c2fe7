import { z } from "zod";
import { Amendments, WeekName } from "@/lib/api/contract/review";
import { found, route } from "@/lib/api/route";
import { readAmendments } from "@/lib/review/read-amendments";

export const GET = route({
  params: z.object({ week: WeekName }),
  answer: Amendments,
  handle: async ({ engine, params }) => ({
    rows: found(await readAmendments(engine, params.week), "review_not_found", "review"),
  }),
});
