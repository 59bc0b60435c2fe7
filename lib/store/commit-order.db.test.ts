/**
 * A transaction that began first may commit last. Whoever reads what others wrote looks for what is left to do, never
 * for what comes after the last row it saw, so that nothing is passed over.
 */

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { announce, nothingLooked } from "@/lib/engine/announce";
import type { Engine } from "@/lib/engine/engine";
import { aDestination, anId } from "@/lib/testing/factories";
import { aClaimedRun, aNewRun, block, mustRecord } from "@/lib/testing/progress-world";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { createEngine, type Wired } from "@/lib/wiring";
import { connect, type Database, type Sql } from "./database";

const rounds = 20;

let created: TestDatabase;
let database: Database;
let wired: Wired;
let engine: Engine;

beforeAll(async () => {
  created = await createTestDatabase();
  database = await connect(created.url);
  wired = await createEngine({ progressUrl: created.url, ledgerUrl: created.url });
  engine = wired.engine;
});
afterAll(async () => {
  await wired?.close();
  await database?.close();
  await created?.drop();
});
beforeEach(() => database.sql`truncate progress.run, progress.lease, progress.outbox, ledger.outbox, ops.message`);

/** What is written first is committed after `meanwhile`. */
async function committedLast(write: (sql: Sql) => Promise<unknown>, meanwhile: () => Promise<unknown>): Promise<void> {
  await database.sql.begin(async (sql) => {
    // Its statements go over the connection of the transaction.
    await write(sql as unknown as Sql);
    await meanwhile();
  });
}

async function consequencesOf(half: "progress" | "ledger"): Promise<string[]> {
  const rows = await engine[half].takeOutbox(100);
  for (const { id } of rows) await engine[half].outboxDelivered(id);
  return rows.map(({ body }) => String(body.runId ?? body.destination));
}

test("a consequence in progress that is committed after a younger one is delivered as well", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [late, early] = [await engine.progress.startRun(aNewRun()), await engine.progress.startRun(aNewRun())];
    const seen: string[] = [];
    await committedLast(
      (sql) => sql`select progress.cancel(${late.run.id}, 'Ada', 'late')`,
      async () => {
        await engine.progress.cancel({ runId: early.run.id, by: "Ada", reason: "early" });
        seen.push(...(await consequencesOf("progress")));
      },
    );
    expect(seen).toEqual([early.run.id]);
    expect(await consequencesOf("progress")).toEqual([late.run.id]);
  }
});

test("a consequence in the ledger that is committed after a younger one is delivered as well", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [late, early] = [`late ${round}`, `early ${round}`];
    await engine.ledger.declareDestinations([aDestination({ name: late }), aDestination({ name: early })]);
    for (const name of [late, early]) {
      await engine.ledger.holdDestination({ id: anId(), name, by: "Ada", reason: "Migration" });
    }
    const seen: string[] = [];
    await committedLast(
      (sql) => sql`select ledger.release_destination(${anId()}, ${late})`,
      async () => {
        await engine.ledger.releaseDestination({ id: anId(), name: early });
        seen.push(...(await consequencesOf("ledger")));
      },
    );
    expect(seen).toEqual([early]);
    expect(await consequencesOf("ledger")).toEqual([late]);
  }
});

test("a stop that is committed after a younger one is told as well, also when it is far down the list", async () => {
  const looked = nothingLooked();
  await announce(engine, looked, 2);
  const stopped: string[] = [];
  const stop = async () => {
    const claimed = await aClaimedRun(engine.progress);
    await mustRecord(engine.progress, claimed.lease, block());
    stopped.push(claimed.run.id);
  };
  const claimed = await aClaimedRun(engine.progress);
  stopped.push(claimed.run.id);
  await committedLast(
    (sql) => sql`update progress.run set state = 'blocked', cause = 'outcome_unknown', ready_at = null
      where id = ${claimed.run.id}`,
    async () => {
      for (let i = 0; i < 5; i += 1) await stop();
      await announce(engine, looked, 2);
    },
  );
  for (let look = 0; look < 3; look += 1) await announce(engine, looked, 2);
  const told = (await engine.messages.list({ limit: 50 })).map(({ objectId }) => objectId);
  expect(told.toSorted()).toEqual(stopped.toSorted());
});
