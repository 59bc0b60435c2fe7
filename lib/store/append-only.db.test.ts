import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { connect, type Database } from "./database";

let created: TestDatabase;
let on: Database;
beforeAll(async () => {
  created = await createTestDatabase();
  on = await connect(created.url);
});
afterAll(async () => {
  await on?.close();
  await created?.drop();
});

test.each([
  "update ledger.evidence set says = 'nothing happened'",
  "update progress.journal set text = ''",
  "update ops.incident_change set by = 'nobody'",
  "delete from ops.incident_change",
  "update auth.account_change set by_name = 'nobody'",
  "delete from auth.account_change",
  "truncate auth.account_change",
])("not even the owner of the tables may: %s", async (statement) => {
  await expect(on.sql.unsafe(statement)).rejects.toMatchObject({
    code: "42501",
    message: expect.stringContaining("is append-only"),
  });
});
