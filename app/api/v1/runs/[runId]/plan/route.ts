import { z } from "zod";
import { Id } from "@/lib/api/contract/basics";
import { ResumePlan } from "@/lib/api/contract/views";
import { found, route } from "@/lib/api/route";
import { readResumePlan } from "@/lib/engine/resume-run";
import { findRunbook } from "@/lib/runbooks";

export const GET = route({
  params: z.object({ runId: Id }),
  query: z.object({ from: z.coerce.number().int().min(0).optional() }),
  answer: ResumePlan,
  handle: async ({ engine, params, query }) => {
    const plan = found(await readResumePlan(engine, params.runId, query.from), "run_not_found", "run");
    const guides = plan.guides.map(async ({ destination, runbook, verdict }) => ({
      destination,
      quote: await findRunbook(runbook, verdict),
    }));
    return { ...plan, guides: await Promise.all(guides) };
  },
});
