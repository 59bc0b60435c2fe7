/**
 * Whether a kept result can be given to the code that asks for it: as it is, through migrations, or not at all. A result
 * that is newer than its reader is refused, since the reader cannot know what it would lose.
 */

import type { Checkpoint } from "./checkpoint";

/** The form of a result, as code asks for it. */
export type AskedShape = {
  schemaName: string;
  schemaVersion: number;
  /** Versions that the code has a migration from, each to the next one. */
  migratesFrom: readonly number[];
};

export type Misfit = {
  fits: "no";
  why: "schema_mismatch" | "checkpoint_corrupt";
  have: string;
  need: string;
  /** The first migration that would be needed and is not there, such as "2 → 3". */
  missing: string | null;
  /** It was kept by newer code, as after a deploy that was rolled back. */
  newer: boolean;
};

export type SchemaFit =
  | { fits: "as_is" }
  /** The versions to migrate from, in their order. */
  | { fits: "migrated"; from: number[] }
  | Misfit;

type Kept = Pick<Checkpoint, "schemaName" | "schemaVersion" | "hash">;

/** `actualHash` is that of the body as it was read. */
export function schemaFit(kept: Kept, asked: AskedShape, actualHash: string): SchemaFit {
  if (kept.hash === actualHash) return shapeFit(kept, asked);
  const hashes = { have: actualHash, need: kept.hash };
  return { fits: "no", why: "checkpoint_corrupt", ...hashes, missing: null, newer: false };
}

/** The same of a body that is known to be whole. */
export function shapeFit(kept: Omit<Kept, "hash">, asked: AskedShape): SchemaFit {
  const shapes = { have: shapeText(kept), need: shapeText(asked) };
  const no = { fits: "no", why: "schema_mismatch", ...shapes, missing: null, newer: false } as const;
  if (kept.schemaName !== asked.schemaName) return no;
  if (kept.schemaVersion > asked.schemaVersion) return { ...no, newer: true };
  const from: number[] = [];
  for (let version = kept.schemaVersion; version < asked.schemaVersion; version += 1) {
    if (!asked.migratesFrom.includes(version)) return { ...no, missing: `${version} → ${version + 1}` };
    from.push(version);
  }
  return from.length === 0 ? { fits: "as_is" } : { fits: "migrated", from };
}

const shapeText = (shape: Omit<Kept, "hash">): string => `${shape.schemaName} v${shape.schemaVersion}`;

/** What is wrong and what to do about it, for people. */
export function misfitText(
  checkpoint: { number: number; stepName: string },
  misfit: Pick<Misfit, "why" | "have" | "need" | "missing" | "newer">,
): string {
  const { why, have, need, missing, newer } = misfit;
  const called = `Checkpoint ${checkpoint.number} (${checkpoint.stepName})`;
  if (why === "checkpoint_corrupt") {
    return `${called} is unreadable: its content is not what was kept. Resume from a checkpoint before it.`;
  }
  if (newer) {
    return `${called} has ${have}, newer than the ${need} that the code reads. Start workers with the newer code again, or resume from a checkpoint before it.`;
  }
  if (missing !== null) {
    return `${called} has ${have}, the code needs ${need}, and the migration ${missing} is missing. Add it to the step, or resume from a checkpoint before it.`;
  }
  return `${called} has ${have}, the code needs ${need}. Start workers whose code fits, or resume from a checkpoint before it.`;
}
