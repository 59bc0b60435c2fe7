import { z } from "zod";
import { AmendAsk, VersionAnswer, WeekName } from "@/lib/api/contract/review";
import { applied, route } from "@/lib/api/route";
import { amendReview } from "@/lib/review/amend-review";

export const POST = route({
  params: z.object({ week: WeekName }),
  body: AmendAsk,
  answer: VersionAnswer,
  handle: async ({ engine, params, body, operator }) =>
    applied(await amendReview(engine, { ...params, ...body, operator })),
});
