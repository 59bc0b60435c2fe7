/**
 * A checkpoint is the durable result of a step. The state at checkpoint K is every live result up to K, "as of then":
 * never the outside system's own record.
 */

export type Checkpoint = {
  id: string;
  runId: string;
  /** Gapless per run, from 1; never used again, also not after a resume from an earlier one. */
  number: number;
  stepId: string;
  stepName: string;
  occurrence: string;
  schemaName: string;
  schemaVersion: number;
  hash: string;
  bytes: number;
  executionId: string;
  createdAt: number;
  supersededBy: string | null;
};

/** Sizes: above the first the console warns, above the second the write is refused with both numbers. */
export const checkpointWarnBytes = 256 * 1024;
export const checkpointMaxBytes = 2 * 1024 * 1024;

export type SchemaFit =
  | { fits: true }
  | { fits: false; why: "schema_mismatch"; have: string; need: string }
  | { fits: false; why: "checkpoint_corrupt"; have: string; need: string };

/** Compares what is stored with what the code asks for. A version that differs, newer or older, is refused. */
export function schemaFit(
  stored: Pick<Checkpoint, "schemaName" | "schemaVersion" | "hash">,
  asked: { schemaName: string; schemaVersion: number },
  actualHash: string,
): SchemaFit {
  if (stored.hash !== actualHash) {
    return { fits: false, why: "checkpoint_corrupt", have: actualHash, need: stored.hash };
  }
  if (stored.schemaName !== asked.schemaName || stored.schemaVersion !== asked.schemaVersion) {
    const have = `${stored.schemaName} v${stored.schemaVersion}`;
    return { fits: false, why: "schema_mismatch", have, need: `${asked.schemaName} v${asked.schemaVersion}` };
  }
  return { fits: true };
}

/** The live checkpoints up to K, in order: the state a resume from K starts with. */
export function liveUpTo<C extends Pick<Checkpoint, "number" | "supersededBy">>(
  checkpoints: readonly C[],
  upTo: number,
): C[] {
  return checkpoints
    .filter((checkpoint) => checkpoint.supersededBy === null && checkpoint.number <= upTo)
    .sort((a, b) => a.number - b.number);
}
