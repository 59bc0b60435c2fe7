import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { outcomes } from "@/lib/ledger/action";
import { type ActionRecord, type Holder, type LedgerStore, type NewAction, proposable } from "@/lib/ledger/store";
import { aCrm, aDestination, monday } from "@/lib/testing/factories";
import { aGateway, aNewAction, aReport } from "@/lib/testing/ledger-world";
import { memoryLedgerStore } from "@/lib/testing/memory-ledger-store";
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

const id = (kind: number, n: number): string => `0000000${kind}-0000-7000-8000-${String(n).padStart(12, "0")}`;
const run = (n: number) => id(1, n);
const actionId = (n: number) => id(2, n);
const attemptId = (n: number) => id(3, n);
const probeId = (n: number) => id(4, n);
/** Two of each, so that a click comes again as well as another one after it. */
const click = fc.integer({ min: 0, max: 1 });
const clickId = (kind: number, n: number, again: number) => id(7, kind * 100 + n * 2 + again);

const holderOf = (runNumber: number, token: number): Holder => ({
  runId: run(runNumber),
  token,
  executionId: id(5, runNumber * 10 + token),
  workerId: id(6, token),
});

const declarations = [aGateway(), aDestination({ effect: "irreversible" }), aCrm(), aGateway()];
/**
 * Four actions of two runs, at destinations that treat repeats differently; the third is held, and the first and the
 * last come close to each other.
 */
const asks: NewAction[] = declarations.map((declaration, n) =>
  aNewAction(holderOf(n % 2, 1), {
    id: actionId(n),
    runId: run(n % 2),
    logicalRunId: `event ${n}`,
    object: `T-${n % 3}`,
    businessKey: `key ${n}`,
    declaration,
    needsGrant: n === 2,
  }),
);

/** A move is a function of the store alone, so that both stores get the very same one. */
type Move = { name: string; passMs?: number; apply?: (store: LedgerStore) => Promise<unknown> };

const action = fc.integer({ min: 0, max: 3 });
const token = fc.integer({ min: 1, max: 3 });
const attempt = fc.integer({ min: 0, max: 5 });
const resolution = fc.constantFrom("happened" as const, "did_not_happen" as const);
const person = { evidence: "seen", reason: "why", by: "Ada" };
const words = { by: "Ada", reason: "why" };
const versionOf = async (store: LedgerStore, n: number) => (await store.findAction(actionId(n)))?.version ?? 0;

const moves = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(1, 500, 4_000, 30_000, 90_000_000)
      .map((passMs): Move => ({ name: `pass ${passMs} ms`, passMs })),
  },
  {
    weight: 5,
    arbitrary: fc.tuple(action, token, attempt).map(
      ([n, t, k]): Move => ({
        name: `begin action ${n} with token ${t} as attempt ${k}`,
        apply: (store) => store.begin(holderOf(n % 2, t), asks[n]!, { id: attemptId(n * 10 + k), deadlineMs: 3_000 }),
      }),
    ),
  },
  {
    weight: 5,
    arbitrary: fc.tuple(action, token, attempt).map(
      ([n, t, k]): Move => ({
        name: `open attempt ${k} of action ${n} with token ${t}`,
        apply: async (store) =>
          store.openAttempt(holderOf(n % 2, t), {
            actionId: actionId(n),
            version: await versionOf(store, n),
            attemptId: attemptId(n * 10 + k),
            deadlineMs: 3_000,
          }),
      }),
    ),
  },
  {
    weight: 8,
    arbitrary: fc.tuple(action, attempt, fc.constantFrom(...outcomes)).map(
      ([n, k, outcome]): Move => ({
        name: `report ${outcome} for attempt ${k} of action ${n}`,
        apply: (store) => store.report(aReport(attemptId(n * 10 + k), outcome, { response: `"${outcome} ${k}"` })),
      }),
    ),
  },
  fc.tuple(action, token).map(
    ([n, t]): Move => ({
      name: `declare action ${n} with token ${t}`,
      apply: (store) => store.declare(holderOf(n % 2, t), [asks[n]!]),
    }),
  ),
  token.map((t): Move => ({ name: `raise the fence to ${t}`, apply: (store) => store.raiseFence(run(0), t) })),
  fc.constant<Move>({ name: "expire", apply: (store) => store.expireAttempts(10) }),
  token.map((t): Move => ({ name: `see worker ${t} exit`, apply: (store) => store.workerExitSeen(id(6, t)) })),
  fc.constant<Move>({
    name: "grant",
    apply: (store) =>
      store.grant(
        { decisionId: id(7, 1), by: "Ada", reason: null },
        [actionId(0), actionId(2), actionId(3), id(8, 2), id(8, 3)].flatMap((actionId) => [
          { actionId, fingerprint: "f1" },
          { actionId, fingerprint: "f2" },
        ]),
      ),
  }),
  action.map(
    (n): Move => ({
      name: `ask action ${n} with another payload`,
      apply: async (store) =>
        (await store.findAction(actionId(n))) &&
        store.recordNearMiss({
          ...{ id: id(9, n), kind: "other_payload", actionId: actionId(n), runId: run(n % 2), executionId: null },
          ...{ fingerprint: "f2", payload: '{"text":"Other"}', state: "open" },
        }),
    }),
  ),
  fc.tuple(action, click).map(
    ([n, again]): Move => ({
      name: `keep the outcome of ${n}`,
      apply: (store) =>
        store.keepOutcome({ id: clickId(1, n, again), actionId: actionId(n), fingerprint: "f2", ...words }),
    }),
  ),
  fc.tuple(action, fc.boolean()).map(
    ([n, accepts]): Move => ({
      name: `revise ${n}`,
      apply: (store) =>
        store.revise({
          ...{ id: id(8, n), replaces: actionId(n), revision: 2, providerKey: `rp ${n}`, marker: `m ${n}` },
          ...{ fingerprint: "f2", payload: '{"text":"Other"}', accepts: accepts ? "f2" : null, ...words },
        }),
    }),
  ),
  action.map(
    (n): Move => ({ name: `withdraw ${n}`, apply: (store) => store.withdraw({ actionIds: [actionId(n)] }, "denied") }),
  ),
  {
    weight: 3,
    arbitrary: fc
      .tuple(action, fc.constantFrom("happened" as const, "did_not_happen" as const, "send_again" as const), click)
      .map(
        ([n, as, again]): Move => ({
          name: `settle ${n} as ${as}`,
          apply: async (store) =>
            store.settle({
              ...{ id: clickId(2, n, again), actionId: actionId(n), version: await versionOf(store, n), as },
              ...person,
            }),
        }),
      ),
  },
  fc.tuple(action, fc.integer({ min: 0, max: 2 }), fc.constantFrom(...proposable)).map(
    ([n, k, as]): Move => ({
      name: `propose ${k} for ${n} as ${as}`,
      apply: async (store) =>
        store.proposeSettlement({
          ...person,
          id: id(9, n * 10 + k),
          actionId: actionId(n),
          version: await versionOf(store, n),
          as,
          byPerson: "ada",
        }),
    }),
  ),
  fc
    .tuple(
      action,
      fc.integer({ min: 0, max: 2 }),
      fc.constantFrom("ada", "bo"),
      fc.constantFrom("confirm" as const, "decline" as const),
      click,
    )
    .map(
      ([n, k, byPerson, verdict, again]): Move => ({
        name: `${verdict} proposal ${k} of ${n} by ${byPerson}`,
        apply: async (store) =>
          store.decideProposal({
            id: clickId(3, n * 10 + k, again),
            proposalId: id(9, n * 10 + k),
            verdict,
            version: await versionOf(store, n),
            by: byPerson,
            byPerson,
            reason: "-",
          }),
      }),
    ),
  fc.tuple(fc.constantFrom("gateway", "crm", "queue"), click).map(
    ([name, again]): Move => ({
      name: `hold ${name}`,
      apply: (store) => store.holdDestination({ id: clickId(5, name.length, again), name, by: "Ada", reason: "-" }),
    }),
  ),
  fc.tuple(fc.constantFrom("gateway", "crm", "queue"), click).map(
    ([name, again]): Move => ({
      name: `release ${name}`,
      apply: (store) => store.releaseDestination({ id: clickId(4, name.length, again), name }),
    }),
  ),
  fc.tuple(action, fc.integer({ min: 0, max: 2 })).map(
    ([n, k]): Move => ({
      name: `ask look-up ${k} of action ${n}`,
      apply: async (store) =>
        (await store.findAction(actionId(n))) &&
        store.askProbe({ probeId: probeId(n * 10 + k), actionId: actionId(n), by: "Ada", notBefore: monday }),
    }),
  ),
  fc.constant<Move>({
    name: "take a look-up",
    apply: (store) => store.takeProbe(id(6, 1), ["gateway", "crm", "queue"]),
  }),
  fc
    .tuple(action, fc.integer({ min: 0, max: 2 }), fc.option(resolution, { nil: null }), fc.integer({ min: 0, max: 2 }))
    .map(
      ([n, k, settleAs, count]): Move => ({
        name: `report look-up ${k} of action ${n}: ${count} found, settled as ${settleAs}`,
        apply: async (store) =>
          (await store.readAction(actionId(n)))?.probes.some((probe) => probe.id === probeId(n * 10 + k)) &&
          store.reportProbe(
            { probeId: probeId(n * 10 + k), result: count > 0 ? "found" : "absent", count, detail: "-", record: "1" },
            settleAs,
          ),
      }),
    ),
);

const withoutIds = (record: ActionRecord | null) =>
  record && {
    ...record,
    evidence: record.evidence.map(({ id: _, ...row }) => row),
    nearMisses: record.nearMisses.map(({ id: _, ...row }) => JSON.stringify(row, Object.keys(row).sort())).sort(),
  };

async function everything(store: LedgerStore): Promise<unknown> {
  const records = await Promise.all(
    [0, 1, 2, 3].flatMap((n) => [actionId(n), id(8, n)]).map(async (each) => withoutIds(await store.readAction(each))),
  );
  const outbox = (await store.takeOutbox(100))
    .map((row) => `${row.kind} ${row.body.actionId} ${row.body.state}`)
    .sort();
  const unknown = (await store.readUnknown({ limit: 10 })).map((record) => record.action.id);
  return { records, outbox, unknown, due: await store.dueLookUps(10), figures: await store.destinationFigures() };
}

test("whatever is done, memory and Postgres answer the same and end up the same", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(moves, { minLength: 5, maxLength: 40 }), async (sequence) => {
      let now = monday;
      await database.sql`
        truncate ledger.action, ledger.near_miss, ledger.attempt, ledger.fence, ledger.probe, ledger.evidence, ledger.avoided,
          ledger.proposal, ledger.destination, ledger.outbox`;
      await setClock(database.sql, { at: now });
      const [memory, postgres] = [memoryLedgerStore(() => now), ledgerStore(database)];
      for (const store of [memory, postgres]) await store.declareDestinations(declarations);
      for (const { name, passMs, apply } of sequence) {
        if (passMs !== undefined) {
          now += passMs;
          await setClock(database.sql, { at: now });
        }
        if (apply) expect(await apply(postgres), name).toEqual(await apply(memory));
      }
      expect(await everything(postgres)).toEqual(await everything(memory));
    }),
    { numRuns: 60 },
  );
}, 120_000);
