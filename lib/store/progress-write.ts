/**
 * How a write travels: as one JSON text, in which free text is storable, and beside it the bodies, letter by letter,
 * because jsonb would refuse the NUL that a body may hold as a JSON escape.
 */

import type { ProgressWrite } from "@/lib/progress/store";
import { storedJson } from "./free-json";
import { refuseOversize } from "./progress-limits";

/** @throws CheckpointTooLarge */
export function encodeWrite(write: ProgressWrite): { json: string; bodies: string[] } {
  const bodies = (write.checkpoints ?? []).map(({ body, stepId }) => refuseOversize(body, stepId));
  for (const { body, parentId } of write.copies ?? []) bodies.push(refuseOversize(body, parentId));
  if (write.end?.kind === "finished") bodies.push(write.end.output);
  const json = JSON.stringify({
    steps: lastOfEach(write.steps),
    attempts: lastOfEach(write.attempts)?.map(({ error, ...attempt }) => ({ ...attempt, error: storable(error) })),
    validations: some(write.validations)?.map(({ ask, shown, ...validation }) => ({
      ...validation,
      ask: storable(ask),
      shown: storable(shown),
    })),
    copies: some(write.copies)?.map(({ body: _, ...copy }) => copy),
    checkpoints: some(write.checkpoints)?.map(({ body: _, ...checkpoint }) => checkpoint),
    journal: some(write.journal)?.map((line) => ({ ...line, text: storable(line.text) })),
    end: write.end && encodeEnd(write.end),
  });
  return { json, bodies };
}

function encodeEnd(end: NonNullable<ProgressWrite["end"]>): object {
  switch (end.kind) {
    case "finished":
      return { kind: end.kind };
    case "failed":
      return { ...end, text: storable(end.text), error: storable(end.error) };
    case "blocked":
    case "suspended":
    case "released":
      return { ...end, text: storable(end.text) };
  }
}

const storable = (value: unknown): unknown => (value ? JSON.parse(storedJson(value)) : value);

const some = <T>(rows: T[] | undefined): T[] | undefined => (rows?.length ? rows : undefined);

/** A start that rode along with its own end is one row: Postgres updates no row twice in one statement. */
function lastOfEach<T extends { id: string }>(rows: T[] | undefined): T[] | undefined {
  if (!rows || rows.length < 2) return some(rows);
  const byId = new Map<string, T>();
  for (const row of rows) byId.set(row.id, { ...byId.get(row.id), ...row });
  return [...byId.values()];
}
