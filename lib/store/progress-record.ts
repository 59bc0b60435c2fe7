import { randomUUID } from "node:crypto";
import type { Lease } from "@/lib/progress/execution";
import type { ProgressStore, ProgressWrite, Recorded, Refused } from "@/lib/progress/store";
import type { Sql } from "./database";
import { inBatches } from "./database-batch";
import { encodeWrites, type LeasedWrite, refuseTooLarge } from "./progress-write";

export function recording(sql: Sql): ProgressStore["record"] {
  const record = inBatches<LeasedWrite, Recorded | Refused>({
    send: (writes) => recordAll(sql, writes),
    locks: ({ lease }) => lease.runId,
    characters: ({ write }) =>
      [...(write.checkpoints ?? []), ...(write.copies ?? [])].reduce((sum, { body }) => sum + body.length, 0),
  });
  return async (lease: Lease, write: ProgressWrite) => {
    refuseTooLarge(write);
    return record({ lease, writeId: write.id ?? randomUUID(), write });
  };
}

async function recordAll(sql: Sql, writes: readonly LeasedWrite[]): Promise<(Recorded | Refused)[]> {
  const { calls, rows, bodies } = encodeWrites(writes);
  const [{ answers }] = await sql<[{ answers: (Recorded | Refused)[] }]>`
    select array_to_json(progress.record(
      ${writes.map(({ lease }) => lease.runId)}::uuid[], ${writes.map(({ writeId }) => writeId)}::uuid[], ${calls}::text::jsonb, ${rows}::text::jsonb, ${bodies}::text[])) as answers`;
  return answers;
}
