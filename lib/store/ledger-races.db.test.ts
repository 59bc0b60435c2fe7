import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { LedgerStore } from "@/lib/ledger/store";
import { anId, monday } from "@/lib/testing/factories";
import {
  aGateway,
  aHolder,
  aNewAction,
  anAttemptAsk,
  aReport,
  atMonday,
  begun,
  hour,
  type LedgerWorld,
  openNext,
  read,
  unknownAction,
} from "@/lib/testing/ledger-world";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { connect, type Database, type Sql } from "./database";
import { markOwnClock, setClock } from "./database-clock";
import { ledgerStore } from "./ledger-store";

let testDatabase: TestDatabase;
let database: Database;
let store: LedgerStore;
let world: LedgerWorld;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await connect(testDatabase.url, { connectionsMax: 20 });
  await markOwnClock(database.sql);
  store = ledgerStore(database);
  world = { store, setNow: (at) => setClock(database.sql, { at }) };
});
beforeEach(() => setClock(database.sql, { at: monday }));
afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

/** Runs `work` in a transaction that stays open until `started` waits for its locks and `meanwhile` has happened. */
async function whileLocked<T>(
  work: (sql: Sql) => Promise<unknown>,
  started: () => Promise<T>,
  meanwhile: () => Promise<void> = async () => {},
): Promise<T> {
  let waiting: Promise<T> | undefined;
  await database.sql.begin(async (sql) => {
    // The transaction's client is used like any other.
    await work(sql as unknown as Sql);
    waiting = started();
    await waitUntilBlocked();
    await meanwhile();
  });
  // It was set before the transaction could end.
  return waiting!;
}

async function waitUntilBlocked(): Promise<void> {
  for (;;) {
    const [row] = await database.sql<{ blocked: number }[]>`
      select count(*)::int as blocked from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    if (row && row.blocked > 0) return;
  }
}

test("a begin that waited for the fence obeys the fence it finds then", async () => {
  const holder = aHolder();
  await begun(world, holder);
  const asked = aNewAction(holder);
  const answer = await whileLocked(
    (sql) => sql`select ledger.raise_fence(${holder.runId}, 2)`,
    () => store.begin(holder, asked, anAttemptAsk()),
  );
  expect(answer).toEqual({ refused: "stale_lease" });
  expect(await store.findAction(asked.id)).toBeNull();
});

test("a begin that waited for a hold under way obeys it, and no attempt opens after it is acknowledged", async () => {
  const holder = aHolder();
  const declaration = aGateway();
  await store.declareDestinations([declaration]);
  const asked = aNewAction(holder, { declaration });
  const answer = await whileLocked(
    (sql) => sql`select ledger.hold_destination(${anId()}, 'gateway', 'Ada', 'Migration')`,
    () => store.begin(holder, asked, anAttemptAsk()),
  );
  expect(answer).toMatchObject({ opened: false, facts: { action: { state: "planned" }, hold: { by: "Ada" } } });
  const next = await whileLocked(
    (sql) => sql`select pg_advisory_xact_lock(715001, hashtext('gateway'))`,
    () => openNext(world, asked.id, holder),
  );
  expect(next).toEqual({ opened: false });
  await store.releaseDestination({ id: anId(), name: "gateway" });
});

test("a hold waits for the attempts that are being opened, and counts them as in flight", async () => {
  const declaration = aGateway({ name: "held-late" });
  await store.declareDestinations([declaration]);
  const { action, attempt } = await begun(world, aHolder(), { declaration });
  const answer = await whileLocked(
    (sql) => sql`select ledger.may_send('held-late'), pg_sleep(0)`,
    () => store.holdDestination({ id: anId(), name: "held-late", by: "Ada", reason: "Migration" }),
  );
  expect(answer).toMatchObject({ held: true, inFlightUntil: attempt.deadlineAt });
  expect((await read(world, action.id)).action.state).toBe("sending");
});

test("an attempt that waited for the lock compares the window with the time of getting it", async () => {
  const holder = aHolder();
  const { action } = await unknownAction(world, holder, { declaration: aGateway() });
  const answer = await whileLocked(
    (sql) => sql`select from ledger.action where id = ${action.id} for update`,
    () => openNext(world, action.id, holder),
    () => world.setNow(atMonday(24 * hour)),
  );
  expect(answer).toEqual({ opened: false });
});

test("a begin that waited for the fence begins, and its deadline runs, from the time of getting it", async () => {
  const holder = aHolder();
  await begun(world, holder);
  const asked = aNewAction(holder);
  await whileLocked(
    (sql) => sql`select from ledger.fence where run_id = ${holder.runId} for update`,
    () => store.begin(holder, asked, anAttemptAsk(3_000)),
    () => world.setNow(atMonday(60_000)),
  );
  expect((await read(world, asked.id)).attempts).toMatchObject([
    { begunAt: atMonday(60_000), deadlineAt: atMonday(63_000) },
  ]);
});

test("the loser of the race for a key waits for the winner and gets its facts", async () => {
  const asked = aNewAction(null);
  const winner = anAttemptAsk();
  const answer = await whileLocked(
    (sql) => ledgerStore({ sql, hot: sql }).begin(null, asked, winner),
    () => store.begin(null, { ...asked, id: anId() }, anAttemptAsk()),
  );
  expect(answer).toMatchObject({
    opened: false,
    facts: { action: { id: asked.id, state: "sending" }, attempts: [{ id: winner.id }] },
  });
});

test("if the winner rolls back, the loser becomes the winner", async () => {
  const asked = aNewAction(null);
  let second: ReturnType<LedgerStore["begin"]> | undefined;
  await database.sql
    .begin(async (sql) => {
      await ledgerStore({ sql: sql as unknown as Sql, hot: sql as unknown as Sql }).begin(null, asked, anAttemptAsk());
      second = store.begin(null, { ...asked, id: anId() }, anAttemptAsk());
      await waitUntilBlocked();
      throw new Error("rolled back");
    })
    .catch(() => {});
  expect(await second).toMatchObject({ opened: true });
});

test("a confirmation and a newer execution at the same moment always end as confirmed", async () => {
  for (let round = 0; round < 30; round++) {
    const holder = aHolder();
    const { action, attempt } = await begun(world, holder);
    await Promise.all([
      store.report(aReport(attempt.id, "confirmed")),
      store.raiseFence(holder.runId, 2),
      store.expireAttempts(10),
      store.workerExitSeen(holder.workerId),
    ]);
    expect((await read(world, action.id)).action).toMatchObject({ state: "confirmed", contradictedAt: null });
  }
});

test("a storm of every verb at once breaks nothing: no deadlock, no second open attempt, every state folded", async () => {
  await setClock(database.sql, null);
  await store.declareDestinations([aGateway()]);
  // How often the waves met is chance: a storm that was none goes on.
  for (let round = 0; round < 16 || (round < 64 && (await nextAttempts()) <= 20); round++) await storm();

  const [broken] = await database.sql<{ folds: number; open: number }[]>`
    select
      (select count(*)::int from ledger.action where state <> ledger.fold(id)) as folds,
      (select count(*)::int from (
        select from ledger.attempt where outcome is null group by action_id having count(*) > 1) doubled) as open`;
  expect(broken).toEqual({ folds: 0, open: 0 });
  expect(await nextAttempts()).toBeGreaterThan(20);
}, 60_000);

async function nextAttempts(): Promise<number> {
  const [seen] = await database.sql<[{ attempts: number }]>`
    select count(*)::int as attempts from ledger.attempt where number > 1`;
  return seen.attempts;
}

/** One wave meets the next at random places; what was rarely reached alone is asked for more often. */
async function storm(): Promise<void> {
  const runs = [aHolder(), aHolder()];
  const asks = runs.flatMap((holder) =>
    Array.from({ length: 6 }, (_, i) =>
      aNewAction(holder, {
        ...{ declaration: aGateway(), needsGrant: i === 0 },
        // Two runs for some objects: they meet at their locks, too.
        ...{ object: i < 2 ? `T-${i}` : `T-${i} of ${holder.runId}`, logicalRunId: `event of ${holder.runId}` },
      }),
    ),
  );
  const ids = asks.map((asked) => asked.id);
  const attemptIds: string[] = [anId()];
  const person = { evidence: "-", reason: "-", by: "Ada" };
  const holderOf = (asked: { runId: string | null }) => ({
    ...pick(runs),
    runId: asked.runId ?? "",
    token: pick([1, 2, 2, 2]),
  });

  const begin = () => {
    const asked = pick(asks);
    const ask = anAttemptAsk();
    attemptIds.unshift(ask.id);
    return store.begin(holderOf(asked), asked, ask);
  };
  const openAttempt = async () => {
    const asked = pick(asks);
    const version = (await store.findAction(asked.id))?.version ?? 0;
    const attemptId = anId();
    attemptIds.unshift(attemptId);
    return store.openAttempt(holderOf(asked), { actionId: asked.id, version, attemptId, deadlineMs: pick([1, 1_000]) });
  };
  const report = () =>
    store.report(aReport(pick(attemptIds.slice(0, 12)), pick(["not_sent", "not_sent", "unknown", "confirmed"])));
  const settle = async () => {
    const action = await store.findAction(pick(ids));
    return (
      action &&
      store.settle({ id: anId(), actionId: action.id, version: action.version, as: "did_not_happen", ...person })
    );
  };
  const askProbe = async () => {
    const action = await store.findAction(pick(ids));
    return action && store.askProbe({ probeId: anId(), actionId: action.id, by: "Ada", notBefore: monday });
  };
  const runProbe = async () => {
    const task = await store.takeProbe(anId(), ["gateway"]);
    const absent = { result: "absent", count: 0, detail: "-", record: null } as const;
    return task && store.reportProbe({ probeId: task.probe.id, ...absent }, pick([null, "did_not_happen"]));
  };
  const revise = () => {
    const id = anId();
    const names = { id, replaces: pick(ids), revision: 2, providerKey: id, marker: id };
    return store.revise({ ...names, fingerprint: "f2", payload: "{}", accepts: null, ...person });
  };
  const verbs: (() => Promise<unknown>)[] = [
    ...[begin, begin, begin],
    ...[openAttempt, openAttempt, openAttempt, openAttempt, openAttempt, openAttempt],
    ...[report, report, report, report, report, report],
    ...[settle, settle, askProbe, runProbe],
    () => store.declare({ ...pick(runs), token: 2 }, asks.toReversed()),
    () => store.declare({ ...pick(runs), token: 1 }, asks),
    () => store.raiseFence(pick(runs).runId, pick([1, 2])),
    () => store.expireAttempts(5),
    () => store.workerExitSeen(pick(runs).workerId),
    () =>
      store.grant(
        { decisionId: anId(), by: "Ada", reason: null },
        asks.map(({ id, fingerprint }) => ({ actionId: id, fingerprint })),
      ),
    () => store.withdraw(pick([{ runId: pick(runs).runId }, { actionIds: ids.toReversed() }]), "cancelled"),
    revise,
    () => store.keepOutcome({ id: anId(), actionId: pick(ids), fingerprint: "f2", ...person }),
    () => store.takeOutbox(5),
    // Released at once: otherwise hardly anything would be attempted.
    () =>
      store
        .holdDestination({ id: anId(), name: "gateway", by: "Ada", reason: "-" })
        .then(() => store.releaseDestination({ id: anId(), name: "gateway" })),
  ];

  for (let wave = 0; wave < 12; wave++) await Promise.all(Array.from({ length: 16 }, () => pick(verbs)()));
}

// The lists that are picked from are never empty.
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!;
