import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LogEntry } from "@/lib/demo/world/contract";
import { connect, type Database } from "@/lib/store/database";
import { createTestDatabase, type TestDatabase } from "../test-database";
import { makeHistory } from "./history";

const now = Date.parse("2026-03-18T15:00:00Z");
/** Two histories are made, on a machine that may be busy. */
const patienceMs = 240_000;

type Effect = { state: string; type: string; object: string; effects: number };

describe("a seeded history", () => {
  const opened: { database: Database; test: TestDatabase }[] = [];
  let first: Awaited<ReturnType<typeof make>>;
  let second: Awaited<ReturnType<typeof make>>;

  async function make() {
    const test = await createTestDatabase();
    const database = await connect(test.url, { connectionsMax: 1 });
    opened.push({ database, test });
    let log: LogEntry[] = [];
    await makeHistory(database, {
      runs: 25,
      seed: "a",
      now,
      print: () => {},
      inspect: async ({ world }) => {
        log = (await world.log({ limit: 1_000 })).entries;
      },
    });
    return { database, log };
  }

  beforeAll(async () => {
    first = await make();
    second = await make();
  }, patienceMs);

  afterAll(async () => {
    for (const { database, test } of opened) {
      await database.close();
      await test.drop();
    }
  });

  it("has in its ledger what the outside world has in its log: one effect per confirmed action, none for others", async () => {
    const actions = await first.database.sql<
      { state: string; type: string; object: string; marker: string; key: string }[]
    >`
      select state, type, object, marker, provider_key as key from ledger.action`;
    const sent = first.log.filter(({ kind }) => kind !== "model.call");
    const of = (action: { marker: string; key: string }) =>
      sent.filter(({ marker, key }) => marker === action.marker || key === action.key).length;
    const seen = actions.map(({ state, type, object, ...ids }): Effect => ({ state, type, object, effects: of(ids) }));
    expect(seen).toEqual(seen.map((action) => ({ ...action, effects: action.state === "confirmed" ? 1 : 0 })));
    expect(sent).toHaveLength(seen.filter(({ state }) => state === "confirmed").length);
  });

  it("met crashes, unknown outcomes and repeated asks on the way", async () => {
    const { executions, attempts, avoided } = await countAll(first.database);
    expect(executions).toEqual(expect.arrayContaining([expect.stringMatching(/^crashed /)]));
    expect(attempts).toEqual(expect.arrayContaining([expect.stringMatching(/^unknown /)]));
    expect(avoided.length).toBeGreaterThan(0);
  });

  it("leaves no lease, no unknown and nothing undelivered, and gives the database its own clock back", async () => {
    const { sql } = first.database;
    const [left] = await sql`
      select
        (select count(*)::int from progress.lease where worker_id is not null) as leases,
        (select count(*)::int from progress.run where state not in ('succeeded', 'failed', 'cancelled')) as open,
        (select count(*)::int from ledger.action where state in ('unknown', 'sending', 'held', 'planned')) as unsettled,
        (select count(*)::int from progress.outbox where delivered_at is null)
          + (select count(*)::int from ledger.outbox where delivered_at is null) as undelivered,
        abs(extract(epoch from progress.clock() - clock_timestamp())) < 1 as "progressClock",
        abs(extract(epoch from ledger.clock() - clock_timestamp())) < 1 as "ledgerClock"`;
    expect(left).toEqual({
      leases: 0,
      open: 0,
      unsettled: 0,
      undelivered: 0,
      progressClock: true,
      ledgerClock: true,
    });
  });

  it("lies in the five weeks before its end, commands of operators included", async () => {
    const [span] = await first.database.sql`
      select
        (select min(created_at) from progress.run) > ${new Date(now - 35 * 86_400_000).toISOString()}::timestamptz as since,
        (select max(ended_at) from progress.run) < ${new Date(now).toISOString()}::timestamptz as until,
        (select max(at) from ops.command) < ${new Date(now).toISOString()}::timestamptz as commands`;
    expect(span).toEqual({ since: true, until: true, commands: true });
  });

  it("is the same for the same seed and day", async () => {
    expect(await countAll(second.database)).toEqual(await countAll(first.database));
  });
});

async function countAll({ sql }: Database) {
  const counted = async (query: string) =>
    (await sql.unsafe<{ what: string; n: number }[]>(`${query} group by 1 order by 1`)).map(
      ({ what, n }) => `${what} ${n}`,
    );
  return {
    runs: await counted("select concat_ws(' ', workflow, state) as what, count(*)::int as n from progress.run"),
    executions: await counted("select concat_ws(' ', state, kind) as what, count(*)::int as n from progress.execution"),
    retries: await counted("select reason as what, count(*)::int as n from progress.step_attempt where number > 1"),
    attempts: await counted("select concat_ws(' ', outcome, reason) as what, count(*)::int as n from ledger.attempt"),
    avoided: await counted("select cause as what, count(*)::int as n from ledger.avoided"),
    commands: await counted("select concat_ws(' ', kind, by, state) as what, count(*)::int as n from ops.command"),
  };
}
