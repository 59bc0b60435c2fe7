import { z } from "zod";
import { listOf, PageAsk } from "@/lib/api/contract/basics";
import { ValidationList } from "@/lib/api/contract/views";
import { route } from "@/lib/api/route";
import { listValidations } from "@/lib/engine/read-validations";
import { validationStates } from "@/lib/progress/validation";

export const GET = route({
  query: z.object({ ...PageAsk.shape, states: listOf(validationStates).default(["pending"]) }),
  answer: ValidationList,
  handle: ({ engine, query }) => listValidations(engine, query),
});
