import type { z } from "zod";
import { RunListAsk } from "@/lib/api/contract/run";
import { type PlannedRun as PlannedRunSchema, ResumePlans } from "@/lib/api/contract/views";
import { route } from "@/lib/api/route";
import { type PlannedRun, planResumes } from "@/lib/engine/plan-resumes";

export const GET = route({
  query: RunListAsk.pick({ states: true, workflow: true, text: true, from: true, to: true }),
  answer: ResumePlans,
  handle: async ({ engine, query }) => {
    const { rows, ...plans } = await planResumes(engine, query);
    return { ...plans, rows: rows.map(inFigures) };
  },
});

function inFigures({ run, plan }: PlannedRun): z.input<typeof PlannedRunSchema> {
  const { from, token, disabled, checksFirst, stopsAgain, holds } = plan;
  const counts = {
    reused: plan.reused.length,
    willRun: plan.willRun.length,
    protected: plan.protected.length,
    mayBeSent: plan.mayBeSent.length,
    needsDecision: plan.needsDecision.length,
    unknown: plan.unknown.length,
  };
  return {
    ...{ run, from, token, disabled, checksFirst, stopsAgain, counts },
    holds: holds.map(({ destination }) => destination),
  };
}
