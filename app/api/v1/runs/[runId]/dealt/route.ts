import { z } from "zod";
import { Id } from "@/lib/api/contract/basics";
import { DealAnswer, DealAsk } from "@/lib/api/contract/command";
import { applied, route } from "@/lib/api/route";
import { dealWithRun } from "@/lib/engine/deal-with-run";

export const POST = route({
  params: z.object({ runId: Id }),
  body: DealAsk,
  answer: DealAnswer,
  handle: async ({ engine, params, body, operator }) => {
    const supersededBy = body.as === "superseded" ? body.supersededBy : null;
    return applied(await dealWithRun(engine, { ...params, ...body, supersededBy, operator }));
  },
});
