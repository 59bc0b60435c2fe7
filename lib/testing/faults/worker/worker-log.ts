/**
 * A worker's own log: what it was granted, what it began, what it was told was kept. Written line by line with one
 * system call each, so that it is complete up to the moment of a SIGKILL.
 */

import { existsSync, openSync, readFileSync, writeSync } from "node:fs";

export type WorkerLine = { at: number; worker: string } & (
  | { event: "claimed"; runId: string; executionId: string; token: number; checkpoints: number }
  | { event: "body"; runId: string; executionId: string; token: number; step: string }
  | { event: "begin"; runId: string; token: number; attemptId: string; actionId: string; payload: unknown }
  | { event: "begun"; runId: string; attemptId: string; answer: string }
  | { event: "reporting"; attemptId: string; outcome: string }
  | { event: "reported"; attemptId: string; state: string | null }
  | {
      event: "recorded";
      runId: string;
      executionId: string;
      token: number;
      checkpointIds: string[];
      end: string | null;
    }
  | { event: "complains"; level: string; text: string }
);

// Omit on a union keeps only what all have in common.
type Unstamped<L> = L extends WorkerLine ? Omit<L, "at" | "worker"> : never;
export type Say = (line: Unstamped<WorkerLine>) => void;

export function openWorkerLog(file: string, worker: string): Say {
  const descriptor = openSync(file, "a");
  return (line) => {
    writeSync(descriptor, `${JSON.stringify({ at: Date.now(), worker, ...line })}\n`);
  };
}

export function readWorkerLog(file: string): WorkerLine[] {
  // Killed before it said anything.
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  // A kill in the middle of a write leaves half a line, which was never said.
  return lines.filter((line) => line.endsWith("}")).map((line) => JSON.parse(line) as WorkerLine);
}
