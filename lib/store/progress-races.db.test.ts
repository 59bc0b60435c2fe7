import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Lease } from "@/lib/progress/execution";
import type { ProgressStore } from "@/lib/progress/store";
import { anId, monday } from "@/lib/testing/factories";
import { startLossyProxy } from "@/lib/testing/lossy-proxy";
import {
  aClaimedRun,
  aDecision,
  aDoneStep,
  aNewRun,
  aResume,
  aWaitingRun,
  aWorker,
  block,
  claimNext,
  finish,
  leaseMs,
  minute,
  mustRecord,
} from "@/lib/testing/progress-world";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { connect, type Database } from "./database";
import { markOwnClock, restoreClock, setClock } from "./database-clock";
import { progressStore } from "./progress-store";

// What only a real database can show: who waits for whom, and what is true once the waiting is over.

let created: TestDatabase;
let database: Database;
let store: ProgressStore;

beforeAll(async () => {
  created = await createTestDatabase();
  database = await connect(created.url);
  store = progressStore(database);
});
afterAll(async () => {
  await database?.close();
  await created?.drop();
});
beforeEach(async () => {
  await markOwnClock(database.sql);
  await setClock(database.sql, { at: monday });
});
afterEach(() => database.sql`truncate progress.run, progress.lease, progress.validation, progress.outbox`);

/** Runs `during` while another session holds the run's lease row and `asked` waits for it. */
async function whileLocked<T>(runId: string, ask: () => Promise<T>, during: () => Promise<unknown>): Promise<T> {
  let asked: Promise<T> | undefined;
  await database.sql.begin(async (other) => {
    await other`select from progress.lease where run_id = ${runId} for update`;
    asked = ask();
    await untilSomeoneWaits();
    await during();
  });
  return asked!;
}

async function untilSomeoneWaits(): Promise<void> {
  for (;;) {
    const [row] = await database.sql<{ waiting: number }[]>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    if (row && row.waiting > 0) return;
  }
}

test("a write that waited for the lease's lock until the lease had expired is refused", async () => {
  const { lease, run } = await aClaimedRun(store);
  const expire = () => setClock(database.sql, { at: monday + leaseMs });
  expect(await whileLocked(run.id, () => store.record(lease, finish), expire)).toMatchObject({
    refused: "stale_lease",
  });
  expect((await store.findRun(run.id))?.state).toBe("running");
});

test("a renewal that waited for the lock until the lease had expired is refused", async () => {
  const { lease, run } = await aClaimedRun(store);
  const expire = () => setClock(database.sql, { at: monday + leaseMs });
  expect(await whileLocked(run.id, () => store.renew(lease), expire)).toMatchObject({ refused: "stale_lease" });
});

test("a write that waited for a takeover is refused by what the takeover committed", async () => {
  const { lease, run } = await aClaimedRun(store, { recovery: "automatic" });
  let late: ReturnType<ProgressStore["record"]> | undefined;
  await database.sql.begin(async (other) => {
    await setClock(database.sql, { at: monday + leaseMs });
    await other`select progress.claim(${anId()}, 'worker-b', ${anId()}, array['support-ticket'], array[1])`;
    // As if its clock had been read before: only the token can tell now.
    await setClock(database.sql, { at: monday });
    late = store.record(lease, finish);
    await untilSomeoneWaits();
  });
  expect(await late).toMatchObject({ refused: "stale_lease", by: "worker-b" });
  expect(await store.findRun(run.id)).toMatchObject({ state: "running", token: 2 });
});

test("a decision that waited for the lock until its deadline is too late", async () => {
  const { run, validation } = await aWaitingRun(store);
  const expire = () => setClock(database.sql, { at: monday + minute });
  const decided = await whileLocked(run.id, () => store.decide(aDecision(validation.id)), expire);
  expect(decided).toMatchObject({ decided: false, why: "validation_expired" });
});

test("a run whose lease is locked is passed over, not waited for", async () => {
  const { run } = await store.startRun(aNewRun());
  const { run: free } = await store.startRun(aNewRun());
  await database.sql.begin(async (other) => {
    await other`select from progress.lease where run_id = ${run.id} for update`;
    expect((await claimNext(store))?.run.id).toBe(free.id);
    expect(await claimNext(store)).toBeNull();
  });
  expect((await claimNext(store))?.run.id).toBe(run.id);
});

test("a start that the database refuses fails alone, and what follows gets its own answers", async () => {
  for (let round = 0; round < 5; round++) {
    const asked = [aNewRun(), aNewRun(), aNewRun({ recovery: "sometimes" as "manual" }), aNewRun()];
    const started = await Promise.allSettled(asked.map((run) => store.startRun(run)));
    expect(started.map((each) => (each.status === "fulfilled" ? each.value.run.id : "refused"))).toEqual(
      asked.map(({ id }, i) => (i === 2 ? "refused" : id)),
    );
  }
});

test("many workers claiming at once get every run once", async () => {
  const started = await Promise.all(Array.from({ length: 40 }, () => store.startRun(aNewRun())));
  const claimed = await Promise.all(Array.from({ length: 60 }, () => claimNext(store)));
  const ids = claimed.flatMap((claim) => (claim ? [claim.run.id] : []));
  const rest: string[] = [];
  for (let claim = await claimNext(store); claim; claim = await claimNext(store)) rest.push(claim.run.id);
  expect([...ids, ...rest].sort()).toEqual(started.map(({ run }) => run.id).sort());
});

test("a write whose reply was lost is applied once, and answered", async () => {
  const proxy = await startLossyProxy(created.url);
  const lossy = await connect(proxy.url, { connectionsMax: 1 });
  const far = progressStore(lossy);
  try {
    const { lease, run } = await aClaimedRun(store);
    const write = { ...aDoneStep("read"), journal: [{ level: "info" as const, text: "Read it." }] };
    // Prepared and typed before, so that the next thing the server says is the reply to the write.
    await far.record({ ...lease, token: 0 }, write);
    proxy.loseNextReply();
    expect(await far.record(lease, write)).toMatchObject({ recorded: true });
    const record = await store.readRun(run.id);
    expect(record).toMatchObject({ run: { checkpointCount: 1 }, steps: [{}], journal: [{}] });
    expect(record?.journal).toHaveLength(1);

    proxy.loseNextReply();
    expect(await far.record(lease, block())).toMatchObject({ recorded: true });
    const ask = aResume({ run, lease }, 0);
    await far.resume({ ...ask, runId: anId() });
    proxy.loseNextReply();
    expect(await far.resume(ask)).toEqual({ resumed: true, token: 2, executionNumber: 2 });
  } finally {
    await lossy.close();
    await proxy.close();
  }
});

test("under workers that stall, recover, sweep and resume, tokens only rise and numbers have no gaps", async () => {
  await restoreClock(database.sql);
  const runs = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      store.startRun(aNewRun({ leaseMs: 40, recovery: i % 2 ? "automatic" : "manual" })),
    ),
  );
  const until = Date.now() + 1_500;
  const zombies: Lease[] = [];
  const tokens = new Map<string, number[]>();
  const work = async (random: () => number) => {
    const worker = aWorker();
    while (Date.now() < until) {
      const claimed = await claimNext(store, worker);
      if (!claimed) continue;
      const { run, lease } = claimed;
      tokens.set(run.id, [...(tokens.get(run.id) ?? []), lease.token]);
      for (let i = claimed.recorded.length; random() < 0.7; i += 1) {
        const open = claimed.open.find((step) => step.name === `step ${i}`);
        await store.record(lease, aDoneStep(`step ${i}`, { ordinal: i + 1, ...(open && { id: open.stepId }) }));
      }
      if (random() < 0.5) await store.record(lease, block({ actionIds: [anId()] }));
      else zombies.push(lease);
    }
  };
  const disturb = async (random: () => number) => {
    while (Date.now() < until) {
      await store.sweep(5);
      const { run } = runs[Math.floor(random() * runs.length)]!;
      const now = await store.findRun(run.id);
      if (now)
        await store.resume({
          ...aResume({ run: now, lease: { runId: run.id, executionId: "", token: now.token } }, 1),
        });
      const zombie = zombies[Math.floor(random() * zombies.length)];
      if (zombie) await store.record(zombie, aDoneStep(`late ${anId()}`));
    }
  };
  await Promise.all([
    ...[1, 2, 3, 4].map((seed) => work(seeded(seed))),
    ...[5, 6].map((seed) => disturb(seeded(seed))),
  ]);

  for (const { run } of runs) {
    const record = await store.readRun(run.id);
    const numbers = record?.checkpoints.map((checkpoint) => checkpoint.number) ?? [];
    expect(numbers).toEqual(numbers.map((_, i) => i + 1));
    expect(record?.run.checkpointCount).toBe(numbers.length);
    const executions = record?.executions ?? [];
    expect(executions.map((execution) => execution.token)).toEqual(executions.map((_, i) => i + 1));
    expect(executions.filter((execution) => execution.endedAt === null).length).toBeLessThanOrEqual(1);
    const seen = tokens.get(run.id) ?? [];
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
  }
  // As if the sweep's patience with what a claim would take over had passed.
  await database.sql`update progress.lease set expires_at = expires_at - interval '10 seconds' where worker_id is not null`;
  for (let i = 0; i < 3; i += 1) await store.sweep(50);
  expect(await withoutWaker()).toEqual([]);
  await mustRecord(
    store,
    (await aClaimedRun(store, { workflow: "other" }, aWorker({ workflows: [{ name: "other", version: 1 }] }))).lease,
    finish,
  );
});

const withoutWaker = () => database.sql`select * from progress.without_waker(interval '0')`;

test("a run that nobody would ever move again is found, with the reason", async () => {
  const stranded = [
    ["it is running, and nobody holds it", { state: "running" }],
    ["it is blocked by an action, and names none", { state: "blocked", cause: "outcome_unknown" }],
    ["it needs a person, and nothing is there to be decided", { state: "needs_person", cause: "validation" }],
    ["it waits, and neither a time nor an action wakes it", { state: "waiting", cause: "timer" }],
  ] as const;
  for (const [why, as] of stranded) {
    const { run } = await store.startRun(aNewRun());
    await database.sql`update progress.run set ${database.sql(as)}, ready_at = null where id = ${run.id}`;
    expect(await withoutWaker()).toEqual([{ run_id: run.id, why }]);
    await store.cancel({ runId: run.id, by: "Mia", reason: "Stranded." });
  }
  await aWaitingRun(store);
  const blocked = await aClaimedRun(store);
  await mustRecord(store, blocked.lease, block({ actionIds: [anId()] }));
  await aClaimedRun(store);
  expect(await withoutWaker()).toEqual([]);
});

test("a migrated checkpoint leaves what was kept first as it was", async () => {
  const { lease, run } = await aClaimedRun(store);
  await mustRecord(store, lease, aDoneStep("history", {}, '{"total":"12,5"}'));
  const [original] = await store.readCheckpoints(run.id, 1);
  const copy = { id: anId(), parentId: original!.checkpointId, schemaVersion: 2, hash: "h", body: '{"cents":1250}' };
  await mustRecord(store, lease, { copies: [copy] });
  const kept = await database.sql`
    select number, schema_version, body, parent_id, superseded_by from progress.checkpoint
    where run_id = ${run.id} order by schema_version`;
  expect(kept).toEqual([
    { number: 1, schema_version: 1, body: '{"total":"12,5"}', parent_id: null, superseded_by: copy.id },
    { number: 1, schema_version: 2, body: copy.body, parent_id: copy.parentId, superseded_by: null },
  ]);
});

/** Mulberry32: small, and the same in every run of the test. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
