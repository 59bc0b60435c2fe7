import { afterAll, beforeAll } from "vitest";
import { runbookStepStoreConformance } from "@/lib/testing/runbook-step-store-conformance";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { connect, type Database } from "./database";
import { runbookStepStore } from "./ops-runbook-steps";

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await connect(testDatabase.url);
});
afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

runbookStepStoreConformance(async () => {
  await database.sql`truncate ops.runbook_step`;
  return runbookStepStore(database);
});
