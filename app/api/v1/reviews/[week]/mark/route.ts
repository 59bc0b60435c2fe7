import { z } from "zod";
import { DecisionAnswer, MarkAsk, WeekName } from "@/lib/api/contract/review";
import { applied, route } from "@/lib/api/route";
import { markDecision } from "@/lib/review/mark-decision";
import { weekName } from "@/lib/review/week";

export const POST = route({
  params: z.object({ week: WeekName }),
  body: MarkAsk,
  answer: DecisionAnswer,
  handle: async ({ engine, params, body, operator }) =>
    applied(await markDecision(engine, { ...body, week: weekName(params.week), operator })),
});
