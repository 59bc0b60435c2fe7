import { z } from "zod";
import { ReviseAsk } from "@/lib/api/contract/action";
import { Id } from "@/lib/api/contract/basics";
import { ReviseAnswer } from "@/lib/api/contract/views";
import { applied, route } from "@/lib/api/route";
import { reviseAction } from "@/lib/engine/revise-action";

export const POST = route({
  params: z.object({ actionId: Id }),
  body: ReviseAsk,
  answer: ReviseAnswer,
  handle: async ({ engine, params, body, operator }) =>
    applied(await reviseAction(engine, { ...params, ...body, operator })),
});
