import type { Lease } from "@/lib/progress/execution";
import type { Refused } from "@/lib/progress/store";
import type { Sql } from "./database";

export async function renew(sql: Sql, lease: Lease): Promise<{ leaseLeftMs: number } | Refused> {
  const [{ answer }] = await sql<[{ answer: { leaseLeftMs: number } | Refused }]>`
    select progress.renew(${lease.runId}, ${lease.executionId}, ${lease.token}) as answer`;
  return answer;
}
