import { z } from "zod";
import { Id } from "@/lib/api/contract/basics";
import { RunView } from "@/lib/api/contract/views";
import { found, route } from "@/lib/api/route";
import { readRun } from "@/lib/engine/read-run";

export const GET = route({
  params: z.object({ runId: Id }),
  answer: RunView,
  handle: async ({ engine, params }) => found(await readRun(engine, params.runId), "run_not_found", "run"),
});
