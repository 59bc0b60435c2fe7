import { randomUUID } from "node:crypto";
import type { Lease } from "@/lib/progress/execution";
import type { ProgressStore, ProgressWrite, Recorded, Refused } from "@/lib/progress/store";
import type { Sql } from "./database";
import { inBatches } from "./database-batch";
import { encodeWrite } from "./progress-write";

type Call = { lease: Lease; writeId: string; json: string; bodies: string[] };

export function recording(sql: Sql): ProgressStore["record"] {
  const record = inBatches<Call, Recorded | Refused>({
    send: (calls) => recordAll(sql, calls),
    locks: ({ lease }) => lease.runId,
    characters: ({ json, bodies }) => bodies.reduce((sum, body) => sum + body.length, json.length),
  });
  return async (lease: Lease, write: ProgressWrite) =>
    record({ lease, writeId: write.id ?? randomUUID(), ...encodeWrite(write) });
}

/** The bodies of all travel in one list, since lists of unequal length are none to Postgres. */
async function recordAll(sql: Sql, calls: readonly Call[]): Promise<(Recorded | Refused)[]> {
  let last = 0;
  const lasts = calls.map(({ bodies }) => {
    last += bodies.length;
    return last;
  });
  const rows = await sql<{ answer: Recorded | Refused }[]>`
    select progress.record(run, execution, token, write, json::jsonb, (${calls.flatMap(({ bodies }) => bodies)}::text[])[first:last])
      as answer
    from unnest(
      ${calls.map(({ lease }) => lease.runId)}::uuid[], ${calls.map(({ lease }) => lease.executionId)}::uuid[],
      ${calls.map(({ lease }) => lease.token)}::bigint[], ${calls.map(({ writeId }) => writeId)}::uuid[],
      ${calls.map(({ json }) => json)}::text[],
      ${calls.map(({ bodies }, i) => (lasts[i] ?? 0) - bodies.length + 1)}::int[], ${lasts}::int[]
    ) as call (run, execution, token, write, json, first, last)`;
  return rows.map(({ answer }) => answer);
}
