/** I13: whoever pages through a list sees each row once, also those that were made in the same millisecond. */

import type { Observed, Violation } from "./observed";

export function pagesShowEachRunOnce({ runs, listed }: Observed): Violation[] {
  if (listed === null) return [];
  const times = new Map<string, number>();
  for (const id of listed) times.set(id, (times.get(id) ?? 0) + 1);
  return runs.flatMap(({ id, logicalRunId }) => {
    const count = times.get(id) ?? 0;
    return count === 1 ? [] : [{ invariant: "I13", runId: id, says: `${logicalRunId} is listed ${count} times.` }];
  });
}
