import { z } from "zod";
import { SecondAsk } from "@/lib/api/contract/action";
import { Id } from "@/lib/api/contract/basics";
import { SecondAnswer } from "@/lib/api/contract/views";
import { applied, route } from "@/lib/api/route";
import { markSecond } from "@/lib/engine/mark-second";

export const POST = route({
  params: z.object({ actionId: Id }),
  body: SecondAsk,
  answer: SecondAnswer,
  handle: async ({ engine, params, body, operator }) =>
    applied(await markSecond(engine, { ...params, ...body, operator })),
});
