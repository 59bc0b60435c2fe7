import { z } from "zod";
import { DropAnswer, DropAsk, WeekName } from "@/lib/api/contract/review";
import { applied, route } from "@/lib/api/route";
import { dropDecision } from "@/lib/review/drop-decision";
import { weekName } from "@/lib/review/week";

export const POST = route({
  params: z.object({ week: WeekName }),
  body: DropAsk,
  answer: DropAnswer,
  handle: async ({ engine, params, body, operator }) =>
    applied(await dropDecision(engine, { ...body, week: weekName(params.week), operator })),
});
