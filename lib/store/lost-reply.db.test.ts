/**
 * The connection is cut around each write of each port: before the statement arrives, and after it was done, before its
 * answer. It is answered as one that met nothing, and every table holds exactly as many rows.
 */

import { afterAll, beforeAll, expect, test } from "vitest";
import { monday } from "@/lib/testing/factories";
import { type LossyProxy, startLossyProxy } from "@/lib/testing/lossy-proxy";
import { type PortWrite, portWrites, type Stores } from "@/lib/testing/port-writes";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { connect, type Database } from "./database";
import { markOwnClock, setClock } from "./database-clock";
import { ledgerStore } from "./ledger-store";
import { commandStore } from "./ops-commands";
import { progressStore } from "./progress-store";

let created: TestDatabase;
let proxy: LossyProxy;
let nearDatabase: Database;
let farDatabase: Database;
let near: Stores;
let far: Stores;

const storesOn = (database: Database): Stores => ({
  progress: progressStore(database),
  ledger: ledgerStore(database),
  commands: commandStore(database),
});

beforeAll(async () => {
  created = await createTestDatabase();
  proxy = await startLossyProxy(created.url);
  nearDatabase = await connect(created.url);
  farDatabase = await connect(proxy.url, { connectionsMax: 1 });
  near = storesOn(nearDatabase);
  far = storesOn(farDatabase);
});
afterAll(async () => {
  await farDatabase?.close();
  await proxy?.close();
  await nearDatabase?.close();
  await created?.drop();
});

test.each(portWrites)(
  "%s, cut before it arrives or before its answer does, is done once and answered",
  async (_, write) => {
    // Also prepares the statements, so that the next thing the server says is the answer to the write.
    const untouched = await play(write, () => {});
    // Some ask twice: first for what they need to know.
    for (const after of [0, 1]) {
      expect(await play(write, () => proxy.cutNextRequest(after))).toEqual(untouched);
      expect(await play(write, () => proxy.loseNextReply(after))).toEqual(untouched);
    }
  },
);

async function play(write: PortWrite, cut: () => void) {
  await emptyTables();
  await markOwnClock(nearDatabase.sql);
  await setClock(nearDatabase.sql, { at: monday });
  const call = await write(near, { store: near.ledger, setNow: async () => {} });
  cut();
  const answer = await call(far);
  proxy.heal();
  return { answer: withoutIds(answer), rows: await countRows() };
}

async function tables(): Promise<string[]> {
  const rows = await nearDatabase.sql<{ name: string }[]>`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname in ('progress', 'ledger', 'ops') and tablename <> 'secret' order by 1`;
  return rows.map(({ name }) => name);
}

async function emptyTables(): Promise<void> {
  await nearDatabase.sql.unsafe(`truncate ${(await tables()).join(", ")}`);
}

async function countRows(): Promise<unknown> {
  const counts = (await tables()).map((name) => `select '${name}' as name, count(*)::int as rows from ${name}`);
  const rows = await nearDatabase.sql.unsafe<{ name: string; rows: number }[]>(counts.join(" union all "));
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const withoutIds = (answer: unknown): string => JSON.stringify(answer ?? null).replace(uuid, "id");
