import { afterAll, beforeAll } from "vitest";
import { stopDecisionStoreConformance } from "@/lib/testing/stop-decision-store-conformance";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { connect, type Database } from "./database";
import { stopDecisionStore } from "./ops-stop-decisions";

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

stopDecisionStoreConformance(async () => {
  await database.sql`truncate ops.stop_decision`;
  return stopDecisionStore(database);
});
