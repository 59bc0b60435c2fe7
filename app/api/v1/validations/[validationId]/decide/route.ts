import { z } from "zod";
import { Id } from "@/lib/api/contract/basics";
import { DecideAsk } from "@/lib/api/contract/command";
import { DecideAnswer } from "@/lib/api/contract/views";
import { applied, route } from "@/lib/api/route";
import { decideValidation } from "@/lib/engine/decide-validation";

export const POST = route({
  params: z.object({ validationId: Id }),
  body: DecideAsk,
  answer: DecideAnswer,
  handle: async ({ engine, params, body, operator, request }) =>
    applied(
      await decideValidation(engine, {
        ...params,
        ...body,
        answer: body.answer ?? null,
        from: request.headers.get("user-agent"),
        operator,
      }),
    ),
});
