import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "@/lib/testing/test-database";
import { open } from "./database";
import { markOwnClock, setClock } from "./database-clock";
import { replaceFunctions } from "./functions";
import { migrate } from "./migrate";

const database = await createTestDatabase();
const sql = open(database.url, { max: 1, applicationName: "test", statementTimeoutMs: 5_000 });

afterAll(async () => {
  await sql.end();
  await database.drop();
});

test("functions of another version of the code are replaced, and a clock of the database's own stays", async () => {
  await markOwnClock(sql);
  await setClock(sql, { at: 1_000 });
  await sql`create function progress.of_another_version() returns integer language sql as 'select 1'`;
  await sql`drop function progress.take_outbox(integer)`;
  expect(await replaceFunctions(sql)).toBe(false);
  await sql`comment on schema progress is 'functions of another version'`;

  await migrate(database.url);

  const [row] = await sql`
    select to_regprocedure('progress.of_another_version()') is null as gone, progress.take_outbox(1)::text as taken,
      progress.ms(progress.clock())::int as now`;
  expect(row).toEqual({ gone: true, taken: "[]", now: 1_000 });
});
