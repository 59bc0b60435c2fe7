/**
 * How the writes of several runs travel: as JSON text, in which free text is storable and every row names its run, and
 * beside it the bodies, letter by letter, because jsonb would refuse the NUL that a body may hold as a JSON escape.
 */

import type { Lease } from "@/lib/progress/execution";
import type { ProgressWrite } from "@/lib/progress/store";
import { storedJson } from "./free-json";
import { refuseOversize } from "./progress-limits";

export type LeasedWrite = { lease: Lease; writeId: string; write: ProgressWrite };

/** @throws CheckpointTooLarge */
export function refuseTooLarge(write: ProgressWrite): void {
  for (const { body, stepId } of write.checkpoints ?? []) refuseOversize(body, stepId);
  for (const { body, parentId } of write.copies ?? []) refuseOversize(body, parentId);
}

export function encodeWrites(writes: readonly LeasedWrite[]): { calls: string; rows: string; bodies: string[] } {
  const bodies: string[] = [];
  const calls: object[] = [];
  const rows: Record<string, object[]> = {};
  const add = (table: string, { runId, executionId }: Lease, row: object) => {
    rows[table] ??= [];
    rows[table].push({ runId, executionId, ...row });
  };
  for (const { lease, writeId, write } of writes) {
    for (const step of lastOfEach(write.steps)) add("steps", lease, step);
    for (const attempt of lastOfEach(write.attempts)) {
      add("attempts", lease, attempt.error ? { ...attempt, error: storable(attempt.error) } : attempt);
    }
    for (const validation of write.validations ?? []) {
      add("validations", lease, { ...validation, ask: storable(validation.ask), shown: storable(validation.shown) });
    }
    for (const { body, ...copy } of write.copies ?? []) add("copies", lease, { ...copy, body: bodies.push(body) });
    for (const { body, ...checkpoint } of write.checkpoints ?? []) {
      add("checkpoints", lease, { ...checkpoint, body: bodies.push(body) });
    }
    for (const line of write.journal ?? []) add("journal", lease, { ...line, text: storable(line.text) });
    calls.push({ ...lease, writeId, end: write.end && encodeEnd(write.end, bodies) });
  }
  return { calls: JSON.stringify(calls), rows: JSON.stringify(rows), bodies };
}

function encodeEnd(end: NonNullable<ProgressWrite["end"]>, bodies: string[]): object {
  switch (end.kind) {
    case "finished":
      return { kind: end.kind, output: bodies.push(end.output) };
    case "failed":
      return { ...end, text: storable(end.text), error: storable(end.error) };
    case "blocked":
    case "suspended":
    case "released":
      return { ...end, text: storable(end.text) };
  }
}

const storable = (value: unknown): unknown => (value ? JSON.parse(storedJson(value)) : value);

/** A start that rode along with its own end is one row: Postgres updates no row twice in one statement. */
function lastOfEach<T extends { id: string }>(rows: T[] = []): T[] {
  if (rows.length < 2) return rows;
  const byId = new Map<string, T>();
  for (const row of rows) byId.set(row.id, { ...byId.get(row.id), ...row });
  return [...byId.values()];
}
