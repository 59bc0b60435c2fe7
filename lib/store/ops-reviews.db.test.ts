import { afterAll, beforeAll } from "vitest";
import { monday } from "@/lib/testing/factories";
import { reviewStoreConformance } from "@/lib/testing/review-store-conformance";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { connect, type Database } from "./database";
import { markOwnClock, setClock } from "./database-clock";
import { reviewStore } from "./ops-reviews";

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await connect(testDatabase.url);
  await markOwnClock(database.sql);
});
afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

reviewStoreConformance(async () => {
  await database.sql`truncate ops.review, ops.review_decision`;
  await setClock(database.sql, { at: monday });
  return { store: reviewStore(database), setNow: (at) => setClock(database.sql, { at }) };
});
