import { z } from "zod";
import { SettleAsk } from "@/lib/api/contract/action";
import { Id } from "@/lib/api/contract/basics";
import { SettleAnswer } from "@/lib/api/contract/views";
import { applied, route } from "@/lib/api/route";
import { settleAction } from "@/lib/engine/settle-action";

export const POST = route({
  params: z.object({ actionId: Id }),
  body: SettleAsk,
  answer: SettleAnswer,
  handle: async ({ engine, params, body, operator }) =>
    applied(await settleAction(engine, { ...params, ...body, operator })),
});
