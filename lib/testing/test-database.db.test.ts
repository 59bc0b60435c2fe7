import postgres from "postgres";
import { expect, test } from "vitest";
import { createTestDatabase } from "./test-database";

test("every test file gets a migrated database that no other sees", async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const sql = postgres(one.url, { max: 1 });
  const otherSql = postgres(other.url, { max: 1 });
  try {
    await sql`create table only_here ()`;
    const schemas = await otherSql`select nspname from pg_namespace where nspname in ('ledger', 'progress') order by 1`;
    const [seen] = await otherSql`select to_regclass('only_here') as found`;
    expect(schemas.map((row) => row.nspname)).toEqual(["ledger", "progress"]);
    expect(seen?.found).toBeNull();
  } finally {
    await Promise.all([sql.end(), otherSql.end()]);
    await Promise.all([one.drop(), other.drop()]);
  }
});
