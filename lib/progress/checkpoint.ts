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
  /** SHA-256 of the body, in lower-case hex. */
  hash: string;
  bytes: number;
  executionId: string;
  createdAt: number;
  /** Its shape is that of a migrated copy; what was kept first is kept. */
  migrated: { fromVersion: number; at: number; executionId: string } | null;
  /** When its content was removed; hash, size and times stay. */
  purgedAt: number | null;
  /** The execution whose resume made it void. */
  supersededBy: string | null;
};

/** Sizes: above the first the console warns, above the second the write is refused with both numbers. */
export const checkpointWarnBytes = 256 * 1024;
export const checkpointMaxBytes = 2 * 1024 * 1024;

/** The live checkpoints up to K, in order: the state a resume from K starts with. */
export function liveUpTo<C extends Pick<Checkpoint, "number" | "supersededBy">>(
  checkpoints: readonly C[],
  upTo: number,
): C[] {
  return checkpoints
    .filter((checkpoint) => checkpoint.supersededBy === null && checkpoint.number <= upTo)
    .sort((a, b) => a.number - b.number);
}
