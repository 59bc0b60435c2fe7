/** The state at checkpoint K: every live result up to K, as of then. */

import type { Engine } from "./engine";
import { byteLength } from "./limits";

/** What a browser shows without trouble; larger results are named with their size. */
const shownMaxBytes = 256 * 1024;

export async function readCheckpoint(engine: Engine, runId: string, number: number) {
  const results = await engine.progress.readCheckpoints(runId, number);
  if (!results.some((result) => result.number === number)) return null;
  return {
    number,
    results: results.map((result) => {
      const bytes = byteLength(result.body);
      return {
        number: result.number,
        stepName: result.name,
        occurrence: result.occurrence,
        schemaName: result.schemaName,
        schemaVersion: result.schemaVersion,
        at: result.at,
        bytes,
        body: bytes > shownMaxBytes || bytes === 0 ? null : result.body,
        // JSON is never empty text: the content was removed when its retention ended.
        purged: bytes === 0,
      };
    }),
  };
}
