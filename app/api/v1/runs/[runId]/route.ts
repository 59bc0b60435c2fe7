import { z } from "zod";
import { Id } from "@/lib/api/contract/basics";
import { RunView } from "@/lib/api/contract/views";
import { found, route } from "@/lib/api/route";
import { readRun } from "@/lib/engine/read-run";
import { matterOfRun } from "@/lib/review/runbook-matter";
import { pointerTo, readShelf } from "@/lib/runbooks";

export const GET = route({
  params: z.object({ runId: Id }),
  answer: RunView,
  handle: async ({ engine, params: { runId } }) => {
    const view = found(await readRun(engine, runId), "run_not_found", "run");
    const [shelf, followed] = await Promise.all([readShelf(), engine.runbookSteps.list({ kind: "run", id: runId })]);
    const matter = matterOfRun(view.progress.run, view.answers.stopped.stepName, view.actions);
    return { ...view, runbooks: pointerTo(shelf, matter), followed };
  },
});
