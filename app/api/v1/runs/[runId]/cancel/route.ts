import { z } from "zod";
import { Id } from "@/lib/api/contract/basics";
import { CancelAnswer, CancelAsk } from "@/lib/api/contract/command";
import { applied, route } from "@/lib/api/route";
import { cancelRun } from "@/lib/engine/cancel-run";

export const POST = route({
  params: z.object({ runId: Id }),
  body: CancelAsk,
  answer: CancelAnswer,
  handle: async ({ engine, params, body, operator }) =>
    applied(await cancelRun(engine, { ...params, ...body, operator })),
});
