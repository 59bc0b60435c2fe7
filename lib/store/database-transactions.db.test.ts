import { sql as text } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { connect, type Database } from "./database";

let database: TestDatabase;
let connected: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  connected = await connect(database.url);
});
afterAll(async () => {
  await connected.close();
  await database.drop();
});

it("a transaction keeps its connection to itself while everybody else wants one", async () => {
  const { db, sql } = connected;
  const read = () =>
    db.transaction(
      async (tx) => {
        const first = await tx.execute(text`select pg_backend_pid() as pid, pg_current_snapshot()::text as snapshot`);
        const second = await tx.execute(text`select pg_backend_pid() as pid, pg_current_snapshot()::text as snapshot`);
        expect(second[0]).toEqual(first[0]);
      },
      { isolationLevel: "repeatable read", accessMode: "read only" },
    );
  // Refused inside of somebody else's read-only transaction. Sent at once, as a transaction's first statement is.
  const write = () => sql`insert into ops.mark (name, value, at) values (${crypto.randomUUID()}, '1', now())`.execute();
  // Known to every connection, so that a transaction may come right behind it.
  await Promise.all(Array.from({ length: 24 }, write));
  const failed: unknown[] = [];
  for (let round = 0; round < 5; round++) {
    const asked = Array.from({ length: 60 }, (_, i) => (i % 3 === round % 3 ? read() : write()));
    for (const answer of await Promise.allSettled(asked)) if (answer.status === "rejected") failed.push(answer.reason);
  }
  expect(failed).toEqual([]);
});
