import { z } from "zod";
import { Id } from "@/lib/api/contract/basics";
import { ActionView } from "@/lib/api/contract/views";
import { found, route } from "@/lib/api/route";
import { readAction } from "@/lib/engine/read-action";
import { matterOfAction } from "@/lib/review/runbook-matter";
import { pointerTo, quoteFrom, readShelf } from "@/lib/runbooks";

export const GET = route({
  params: z.object({ actionId: Id }),
  answer: ActionView,
  handle: async ({ engine, params: { actionId } }) => {
    const view = found(await readAction(engine, actionId), "action_not_found", "action");
    const [shelf, followed] = await Promise.all([
      readShelf(),
      engine.runbookSteps.list({ kind: "action", id: actionId }),
    ]);
    const matter = matterOfAction(view.record, view.run);
    return {
      ...view,
      runbook: quoteFrom(shelf, matter, view.record.verdict.kind),
      runbooks: pointerTo(shelf, matter),
      followed,
    };
  },
});
