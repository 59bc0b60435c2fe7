/** The product's database, for what no screen gives: an early deadline, a second approver, and figures counted independently. */

import postgres from "postgres";
import { databaseUrl } from "./product";

export async function withDatabase<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(databaseUrl(), { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** A deadline is a day away and the product's clock is the database's: no journey can wait for it, so its date is moved. */
export async function passDeadline(validationId: string): Promise<void> {
  await withDatabase(
    (sql) => sql`update progress.validation set deadline_at = progress.clock() where id = ${validationId}`,
  );
}

/** The demo's agent asks one person. Whether a workflow's own quorum arrives here is the SDK's test. */
export async function askTwoPeople(validationId: string): Promise<void> {
  await withDatabase((sql) => sql`update progress.validation set quorum = 2 where id = ${validationId}`);
}

/** What may have happened twice stands before everything else on Now: a journey about the rest finds it answered. */
export async function answerContradictions(): Promise<void> {
  await withDatabase(
    (sql) => sql`
      update ledger.action set contradiction_found = 'twice'
      where contradicted_at is not null and contradiction_found is null`,
  );
}
