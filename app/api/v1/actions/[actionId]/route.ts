import { z } from "zod";
import { Id } from "@/lib/api/contract/basics";
import { ActionView } from "@/lib/api/contract/views";
import { found, route } from "@/lib/api/route";
import { readAction } from "@/lib/engine/read-action";
import { findRunbook } from "@/lib/runbooks";

export const GET = route({
  params: z.object({ actionId: Id }),
  answer: ActionView,
  handle: async ({ engine, params }) => {
    const view = found(await readAction(engine, params.actionId), "action_not_found", "action");
    return { ...view, runbook: await findRunbook(view.record.action.declaration.runbook, view.record.verdict.kind) };
  },
});
