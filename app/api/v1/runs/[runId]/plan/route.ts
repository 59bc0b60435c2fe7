import { z } from "zod";
import { Id } from "@/lib/api/contract/basics";
import { ResumePlan } from "@/lib/api/contract/views";
import { found, route } from "@/lib/api/route";
import { readResumePlan } from "@/lib/engine/resume-run";
import { noMatter } from "@/lib/review/runbook-match";
import { quoteFrom, readShelf } from "@/lib/runbooks";

export const GET = route({
  params: z.object({ runId: Id }),
  query: z.object({ from: z.coerce.number().int().min(0).optional() }),
  answer: ResumePlan,
  handle: async ({ engine, params, query }) => {
    const plan = found(await readResumePlan(engine, params.runId, query.from), "run_not_found", "run");
    const shelf = await readShelf();
    const guides = plan.guides.map(({ destination, name, type, runbook, verdict }) => {
      const matter = {
        ...noMatter,
        destination: [name],
        step: [type],
        verdict: [verdict],
        named: runbook === null ? [] : [runbook],
      };
      return { destination, quote: quoteFrom(shelf, matter, verdict) };
    });
    return { ...plan, guides };
  },
});
