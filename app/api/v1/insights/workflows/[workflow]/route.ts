import { AdviceAsk, AdviceView } from "@/lib/api/contract/advice";
import { knownRunbooks } from "@/lib/api/known-runbooks";
import { found, route } from "@/lib/api/route";
import { readAdvice } from "@/lib/review/read-advice";

export const GET = route({
  params: AdviceAsk,
  answer: AdviceView,
  handle: async ({ engine, params }) =>
    found(await readAdvice(engine, params.workflow, await knownRunbooks(engine)), "workflow_not_found", "workflow"),
});
