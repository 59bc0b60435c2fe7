import { z } from "zod";
import { FreezeAsk, VersionAnswer, WeekName } from "@/lib/api/contract/review";
import { applied, route } from "@/lib/api/route";
import { freezeReview } from "@/lib/review/freeze-review";
import { deploymentZone } from "@/lib/zone";

export const POST = route({
  params: z.object({ week: WeekName }),
  body: FreezeAsk,
  answer: VersionAnswer,
  handle: async ({ engine, params, body, operator }) =>
    applied(await freezeReview(engine, { ...params, ...body, zone: deploymentZone(), operator })),
});
