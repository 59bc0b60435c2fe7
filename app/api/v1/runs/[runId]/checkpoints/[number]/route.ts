import { z } from "zod";
import { Id } from "@/lib/api/contract/basics";
import { CheckpointState } from "@/lib/api/contract/run";
import { found, route } from "@/lib/api/route";
import { readCheckpoint } from "@/lib/engine/read-checkpoint";

export const GET = route({
  params: z.object({ runId: Id, number: z.coerce.number().int().min(1) }),
  answer: CheckpointState,
  handle: async ({ engine, params }) =>
    found(await readCheckpoint(engine, params.runId, params.number), "checkpoint_not_found", "checkpoint"),
});
