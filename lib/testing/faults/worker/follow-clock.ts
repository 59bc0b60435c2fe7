/** Puts this process, and the threads that it starts from now on, on a wall clock that is kept in a file. */

import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";

export function followClock(file: string): void {
  const require = createRequire(import.meta.url);
  const module = require.resolve("./worker-clock.cjs");
  process.env.CAMPAIGN_CLOCK = file;
  // Threads take their preloads from here.
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ""} --require=${JSON.stringify(module)}`;
  require(module);
}

/** How far from the true time the clock of whoever follows it is. */
export const setClock = (file: string, shiftMs: number): void => writeFileSync(file, String(shiftMs));
