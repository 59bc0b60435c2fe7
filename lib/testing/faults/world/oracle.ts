/** The outside world's own log: one line per request that arrived and per effect that was really executed. */

import { existsSync, readFileSync } from "node:fs";
import type { Payload } from "../fixture";

export type OracleLine = {
  event: "arrived" | "effect";
  at: number;
  path: string;
  /** The business intention, named by the sender in the payload: the same for all attempts. */
  intent: string;
  marker: string;
  key: string | null;
  attempt: number;
  worker: string;
  payload: Payload;
};

export function readOracle(file: string): OracleLine[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line.endsWith("}")).map((line) => JSON.parse(line) as OracleLine);
}
