/** What `npm test` plays: few scenarios that together meet each fault and each boundary, with fixed seeds. */

import { type Cell, cellName, cells } from "./cells";
import type { Quota } from "./quota";

const names = [
  "kill at B2",
  "kill at B4",
  "kill at B6",
  "kill at B7",
  "kill at B12",
  "kill at B13",
  "stop at B3",
  "stop at B8",
  "terminate at B11",
  "cut_before at B0",
  "cut_after at B1",
  "cut_after at B10",
  "partition at anytime",
  "half_open at anytime",
  "postgres_immediate at anytime",
  "postgres_fast at anytime",
  "lock_wait at B9",
  "race at B11a",
  "blocked_loop at B2",
  "request_lost at B6",
  "reply_lost at B7",
  "reply_late at B7",
  "reply_twice at B7",
  "reply_never at B7",
  "error_before at B6",
  "error_after at B7",
  "refused at B6",
  "deaf_sender at B7",
  "reply_reordered at B7",
  "clock_wrong at anytime",
  "clock_ahead at B5",
  "clock_back at B8",
  "disk_full at B8",
  "connections_taken at anytime",
  "pool_starved at anytime",
  "web_killed at B11",
];

/** The seed of a cell in the first round, which goes through all of them. */
export const shortSeeds: number[] = names.map((name) => {
  const place = cells.findIndex((cell) => cellName(cell) === name);
  if (place === -1) throw new Error(`There is no cell "${name}".`);
  return place + 1;
});

const played: Cell[] = shortSeeds.flatMap((seed) => cells[seed - 1] ?? []);

export const shortQuota: Quota = {
  cells: played,
  outcomes: ["confirmed", "refused", "unknown", "happened"],
  verdicts: ["safe_with_same_key", "verify_first", "ask_a_person", "not_needed"],
};

export const shortRuns = 16;
