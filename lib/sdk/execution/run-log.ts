/** Log lines of the user's code: they ride on the next write of the run and are never worth one of their own. */

import type { JournalWrite } from "@/lib/progress/store";
import type { Meter, RunLog } from "../run";
import type { Execution } from "./execution";

/** A line longer than this is a document; it is cut, and says so. */
const textMax = 8_000;

/** Outside steps a line is written once: while the code is replayed it was written before. */
export function runLog(ex: Execution, stepId: string | null): RunLog {
  const write = (level: JournalWrite["level"]) => (text: string) => {
    if (ex.isOver || (stepId === null && !ex.sawNew && !ex.deliveries.caughtUp)) return;
    const line = text.length > textMax ? `${text.slice(0, textMax)}… (${text.length} characters)` : text;
    ex.writer.hint({ journal: [{ level, text: line.toWellFormed(), stepId }] });
  };
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}

export function meterOf(ex: Execution, stepId: string): Meter {
  const log = runLog(ex, stepId);
  return {
    add({ tokens, costUsd }) {
      const parts = [
        tokens === undefined ? [] : [`${tokens} tokens`],
        costUsd === undefined ? [] : [`${costUsd.toFixed(4)} USD`],
      ].flat();
      if (parts.length > 0) log.info(`Used ${parts.join(", ")}.`);
    },
  };
}
