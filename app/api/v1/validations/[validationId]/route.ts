import { z } from "zod";
import { Id } from "@/lib/api/contract/basics";
import { ValidationView } from "@/lib/api/contract/views";
import { found, route } from "@/lib/api/route";
import { readValidation } from "@/lib/engine/read-validations";

export const GET = route({
  params: z.object({ validationId: Id }),
  answer: ValidationView,
  handle: async ({ engine, params }) =>
    found(await readValidation(engine, params.validationId), "validation_not_found", "approval"),
});
