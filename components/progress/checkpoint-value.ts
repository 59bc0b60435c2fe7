import type { Checkpoint } from "@/lib/progress/checkpoint";
import type { CheckpointFit } from "@/lib/progress/checkpoint-fit";
import type { CheckpointStateValue } from "./state";

/** How a checkpoint is shown. `fit` is null where nobody can resume, so that nobody needs to know. */
export function checkpointValue(
  checkpoint: Pick<Checkpoint, "supersededBy" | "purgedAt">,
  latest: boolean,
  fit: CheckpointFit | null,
): CheckpointStateValue {
  if (checkpoint.purgedAt !== null) return "purged";
  if (checkpoint.supersededBy !== null) return "superseded";
  if (fit !== null && fit.fit !== "valid") return fit.fit;
  return latest ? "latest" : "valid";
}
