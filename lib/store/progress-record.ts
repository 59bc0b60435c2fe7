import { randomUUID } from "node:crypto";
import type { Lease } from "@/lib/progress/execution";
import type { ProgressWrite, Recorded, Refused } from "@/lib/progress/store";
import type { Sql } from "./database";
import { repeatWhenLost } from "./database-repeat";
import { encodeWrite } from "./progress-write";

export async function record(sql: Sql, lease: Lease, write: ProgressWrite): Promise<Recorded | Refused> {
  const { json, bodies } = encodeWrite(write);
  const writeId = write.id ?? randomUUID();
  const [{ answer }] = await repeatWhenLost(
    () => sql<[{ answer: Recorded | Refused }]>`
      select progress.record(${lease.runId}, ${lease.executionId}, ${lease.token}, ${writeId},
        ${json}::text::jsonb, ${bodies}::text[]) as answer`,
  );
  return answer;
}
