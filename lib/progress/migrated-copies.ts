/**
 * A migrated copy takes the place of the checkpoint that it was made from; both rows are kept. For whoever reads a run
 * they are one checkpoint: written when the original was, in the shape of the newest copy.
 */

import type { Checkpoint } from "./checkpoint";

export type CheckpointRow = Omit<Checkpoint, "migrated"> & { parentId: string | null };

/** In the order of their numbers. */
export function foldCopies(rows: readonly CheckpointRow[]): Checkpoint[] {
  const copyOf = new Map(rows.flatMap((row) => (row.parentId === null ? [] : [[row.parentId, row]])));
  return rows
    .filter((row) => row.parentId === null)
    .sort((a, b) => a.number - b.number)
    .map(({ parentId: _, ...original }) => {
      let newest: CheckpointRow | undefined;
      for (let next = copyOf.get(original.id); next !== undefined; next = copyOf.get(next.id)) newest = next;
      if (newest === undefined) return { ...original, migrated: null };
      const { schemaVersion, hash, bytes, supersededBy, createdAt, executionId } = newest;
      const migrated = { fromVersion: original.schemaVersion, at: createdAt, executionId };
      return { ...original, schemaVersion, hash, bytes, supersededBy, migrated };
    });
}
