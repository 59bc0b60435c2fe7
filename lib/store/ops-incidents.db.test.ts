import { afterAll, beforeAll } from "vitest";
import { monday } from "@/lib/testing/factories";
import { incidentStoreConformance } from "@/lib/testing/incident-store-conformance";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { connect, type Database } from "./database";
import { markOwnClock, setClock } from "./database-clock";
import { incidentStore } from "./ops-incidents";

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

incidentStoreConformance(async () => {
  await database.sql`truncate ops.incident cascade`;
  await setClock(database.sql, { at: monday });
  return { store: incidentStore(database), setNow: (at) => setClock(database.sql, { at }) };
});
