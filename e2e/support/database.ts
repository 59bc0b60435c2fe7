/** The product's database, for the two things that no screen gives: an early deadline, and figures counted independently. */

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
