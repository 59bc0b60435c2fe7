import { afterAll, beforeAll } from "vitest";
import { commandStoreConformance } from "@/lib/testing/command-store-conformance";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { connect, type Database } from "./database";
import { commandStore } from "./ops-commands";

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

commandStoreConformance(async () => commandStore(database));
