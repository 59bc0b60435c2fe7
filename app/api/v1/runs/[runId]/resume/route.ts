import { z } from "zod";
import { Id } from "@/lib/api/contract/basics";
import { ResumeAnswer, ResumeAsk } from "@/lib/api/contract/command";
import { applied, route } from "@/lib/api/route";
import { resumeRun } from "@/lib/engine/resume-run";

export const POST = route({
  params: z.object({ runId: Id }),
  body: ResumeAsk,
  answer: ResumeAnswer,
  handle: async ({ engine, params, body, operator }) =>
    applied(await resumeRun(engine, { ...params, ...body, operator })),
});
