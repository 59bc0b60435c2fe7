import { z } from "zod";
import { KeepAsk } from "@/lib/api/contract/action";
import { Id } from "@/lib/api/contract/basics";
import { KeepAnswer } from "@/lib/api/contract/views";
import { applied, route } from "@/lib/api/route";
import { keepOutcome } from "@/lib/engine/keep-outcome";

export const POST = route({
  params: z.object({ actionId: Id }),
  body: KeepAsk,
  answer: KeepAnswer,
  handle: async ({ engine, params, body, operator }) =>
    applied(await keepOutcome(engine, { ...params, ...body, operator })),
});
