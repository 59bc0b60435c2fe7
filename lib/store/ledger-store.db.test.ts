import { afterAll, beforeAll } from "vitest";
import { monday } from "@/lib/testing/factories";
import { ledgerStoreConformance } from "@/lib/testing/ledger-store-conformance";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { connect, type Database } from "./database";
import { markOwnClock, setClock } from "./database-clock";
import { ledgerStore } from "./ledger-store";

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

ledgerStoreConformance(async () => {
  await database.sql`
    truncate ledger.action, ledger.near_miss, ledger.attempt, ledger.fence, ledger.probe, ledger.evidence, ledger.avoided, ledger.proposal, ledger.outbox,
      ledger.destination, ledger.secret`;
  await setClock(database.sql, { at: monday });
  return { store: ledgerStore(database), setNow: (at) => setClock(database.sql, { at }) };
});
