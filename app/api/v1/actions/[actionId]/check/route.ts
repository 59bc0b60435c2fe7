import { z } from "zod";
import { CheckAsk } from "@/lib/api/contract/action";
import { Id } from "@/lib/api/contract/basics";
import { CheckAnswer } from "@/lib/api/contract/views";
import { applied, route } from "@/lib/api/route";
import { checkAction } from "@/lib/engine/check-action";

export const POST = route({
  params: z.object({ actionId: Id }),
  body: CheckAsk,
  answer: CheckAnswer,
  handle: async ({ engine, params, body, operator }) =>
    applied(await checkAction(engine, { ...params, ...body, operator })),
});
