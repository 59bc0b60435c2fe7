import { z } from "zod";
import { AgreeAsk, DecisionAnswer, WeekName } from "@/lib/api/contract/review";
import { applied, route } from "@/lib/api/route";
import { agreeDecision } from "@/lib/review/agree-decision";
import { deploymentZone } from "@/lib/zone";

export const POST = route({
  params: z.object({ week: WeekName }),
  body: AgreeAsk,
  answer: DecisionAnswer,
  handle: async ({ engine, params, body, operator }) =>
    applied(await agreeDecision(engine, { ...params, ...body, zone: deploymentZone(), operator })),
});
