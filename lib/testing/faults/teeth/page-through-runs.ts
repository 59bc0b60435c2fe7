/** Reads the list of runs as the console pages through it, a few rows at a time. */

import type { ProgressStore } from "@/lib/progress/store";
import { coarseCursor } from "./coarse-cursor";

const pageSize = 7;

/** The broken variant that is broken here. */
export const pagingBreak = "cursor_in_milliseconds";

export async function pageThroughRuns(progress: ProgressStore, tooth: string | null): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await progress.listRuns({ pageSize, ...(cursor && { cursor }) });
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.next ?? undefined;
    if (cursor !== undefined && tooth === pagingBreak) cursor = coarseCursor(cursor);
  } while (cursor !== undefined && ids.length < 10_000);
  return ids;
}
