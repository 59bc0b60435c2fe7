import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Attempt, foldAttempts, outcomes, resolutions } from "@/lib/ledger/action";
import { sameKeyUntil } from "@/lib/ledger/verdict";
import { monday } from "@/lib/testing/factories";
import { aGateway, aHolder, aNewAction, hour } from "@/lib/testing/ledger-world";
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
  await setClock(database.sql, { at: monday });
});
afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

type Worth = Pick<Attempt, "outcome" | "resolution">;
type Before = "planned" | "held" | "withdrawn";

const anyClosed: fc.Arbitrary<Worth> = fc
  .record({
    outcome: fc.constantFrom(...outcomes),
    resolution: fc.constantFrom(null, ...resolutions),
  })
  .map(({ outcome, resolution }) => ({
    outcome,
    resolution: outcome === "unknown" || outcome === "confirmed" ? resolution : null,
  }));
// At most one attempt is open, and it is the last: the database holds nothing else.
const anyAttempts = fc
  .tuple(fc.array(anyClosed, { maxLength: 5 }), fc.boolean())
  .map(([closed, open]): Worth[] => (open ? [...closed, { outcome: null, resolution: null }] : closed));

test("the fold in the database and the fold of the rules are one", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyAttempts,
      fc.constantFrom<Before[]>("planned", "held", "withdrawn"),
      async (attempts, before) => {
        const actionId = await plant(attempts, before);
        const numbered = attempts.map((attempt, i) => ({ ...attempt, number: i + 1 }));
        const [row] = await database.sql<{ state: string }[]>`select ledger.fold(${actionId}) as state`;
        expect(row?.state).toBe(foldAttempts(numbered, before));
      },
    ),
    { numRuns: 300 },
  );
});

test("the window in the database and the window of the rules close together", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.option(fc.integer({ min: 1, max: 30 * 24 * hour }), { nil: null }),
      fc.integer({ min: 1, max: hour }),
      async (windowMs, deadlineMs) => {
        const deduplicates = windowMs === null ? null : { header: "Idempotency-Key", windowMs, replaysErrors: false };
        const holder = aHolder({ runId: randomUUID() });
        const declaration = aGateway({ deduplicates, deadlineMs });
        const asked = aNewAction(holder, { id: randomUUID(), businessKey: randomUUID(), declaration });
        await ledgerStore(database).begin(holder, asked, { id: randomUUID(), deadlineMs });
        const [row] = await database.sql<{ until: string | null }[]>`
          select ledger.ms(ledger.same_key_until(a)) as until from ledger.action a where id = ${asked.id}`;
        const action = await ledgerStore(database).findAction(asked.id);
        if (action === null) throw new Error("It was just begun.");
        expect(row?.until === null ? null : Number(row?.until)).toBe(sameKeyUntil(action));
      },
    ),
    { numRuns: 50 },
  );
});

async function plant(attempts: readonly Worth[], before: Before): Promise<string> {
  const { sql } = database;
  const holder = aHolder({ runId: randomUUID() });
  const asked = aNewAction(holder, { id: randomUUID(), businessKey: randomUUID(), needsGrant: before === "held" });
  await ledgerStore(database).declare(holder, [asked]);
  if (before === "withdrawn") await ledgerStore(database).withdraw({ actionIds: [asked.id] }, "denied");
  for (const [i, { outcome, resolution }] of attempts.entries()) {
    const ended = outcome === null ? null : "report";
    await sql`
      insert into ledger.attempt
        (id, action_id, number, token, begun_at, deadline_at, outcome, resolution, closed_by, ended_at)
      values (
        ${randomUUID()}, ${asked.id}, ${i + 1}, 1, ledger.clock(), ledger.clock() + interval '1 minute',
        ${outcome}, ${resolution}, ${ended}, case when ${ended}::text is not null then ledger.clock() end)`;
  }
  return asked.id;
}
