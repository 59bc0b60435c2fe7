import { AdviceList } from "@/lib/api/contract/advice";
import { route } from "@/lib/api/route";
import { knownRunbooks } from "@/lib/known-runbooks";
import { listAdvice } from "@/lib/review/read-advice";

export const GET = route({
  answer: AdviceList,
  handle: async ({ engine }) => ({ rows: await listAdvice(engine, await knownRunbooks(engine)) }),
});
