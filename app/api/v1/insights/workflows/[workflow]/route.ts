import { AdviceAsk, AdviceView } from "@/lib/api/contract/advice";
import { found, route } from "@/lib/api/route";
import { knownRunbooks } from "@/lib/known-runbooks";
import { readAdvice } from "@/lib/review/read-advice";

export const GET = route({
  params: AdviceAsk,
  answer: AdviceView,
  handle: async ({ engine, params }) =>
    found(await readAdvice(engine, params.workflow, await knownRunbooks(engine)), "workflow_not_found", "workflow"),
});
