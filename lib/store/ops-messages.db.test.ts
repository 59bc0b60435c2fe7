import { afterAll, beforeAll } from "vitest";
import { monday } from "@/lib/testing/factories";
import { messageStoreConformance } from "@/lib/testing/message-store-conformance";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { connect, type Database } from "./database";
import { markOwnClock, setClock } from "./database-clock";
import { messageStore } from "./ops-messages";

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

messageStoreConformance(async () => {
  await database.sql`truncate ops.message`;
  await setClock(database.sql, { at: monday });
  return { store: messageStore(database), setNow: (at) => setClock(database.sql, { at }) };
});
