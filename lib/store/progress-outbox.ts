import type { OutboxRow } from "@/lib/progress/store";
import type { Sql } from "./database";

/** A row that is taken and not marked delivered comes again, later each time. */
export async function takeOutbox(sql: Sql, limit: number): Promise<OutboxRow[]> {
  const [{ rows }] = await sql<[{ rows: OutboxRow[] }]>`select progress.take_outbox(${limit}) as rows`;
  return rows;
}

export async function outboxDelivered(sql: Sql, id: string): Promise<void> {
  await sql`update progress.outbox set delivered_at = progress.clock() where id = ${id} and delivered_at is null`;
}
