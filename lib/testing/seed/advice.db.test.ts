import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAdvice, readAdvice, type WorkflowAdvice } from "@/lib/review/read-advice";
import type { ReviewEngine } from "@/lib/review/review-engine";
import { connect, type Database } from "@/lib/store/database";
import { incidentStore } from "@/lib/store/ops-incidents";
import { reviewStore } from "@/lib/store/ops-reviews";
import { runbookStepStore } from "@/lib/store/ops-runbook-steps";
import { createTestDatabase, type TestDatabase } from "../test-database";
import { makeHistory } from "./history";
import { engineOn } from "./simulation";

const now = Date.parse("2026-03-18T15:00:00Z");
const patienceMs = 240_000;
const always = () => true;

/** The demo's agents are the worked examples, and what is said of them is counted a second time, by plain SQL. */
describe("the advice on the demo's history", () => {
  let test: TestDatabase;
  let database: Database;
  let engine: ReviewEngine;

  beforeAll(async () => {
    test = await createTestDatabase();
    database = await connect(test.url, { connectionsMax: 4 });
    await makeHistory(database, { runs: 120, seed: "a", now, print: () => {} });
    const { progress, ...rest } = engineOn(database);
    engine = {
      ...rest,
      progress: { ...progress, now: async () => now },
      incidents: incidentStore(database),
      reviews: reviewStore(database),
      runbookSteps: runbookStepStore(database),
    };
  }, patienceMs);

  afterAll(async () => {
    await database.close();
    await test.drop();
  });

  it("is for each agent what it is an example of", async () => {
    const rows = await listAdvice(engine, always);
    const advised = Object.fromEntries(rows.map(({ workflow, recommendation }) => [workflow, recommendation]));
    expect(advised).toMatchObject({
      "support-ticket": "both",
      "market-digest": "checkpoint_first",
      "partner-notice": "idempotency_first",
      "order-refund": "both",
      "call-label": "neither",
    });
  });

  const workflows = ["support-ticket", "market-digest", "partner-notice", "order-refund", "call-label"];
  it.each(workflows)("counts of %s what plain SQL counts, and lists exactly the rows of each figure", async (name) => {
    const read = (await readAdvice(engine, name, always))!;
    const total = (flag: "actions" | "retried" | "unknown" | "avoided" | "gotThrough" | "leftUnknown") =>
      read.destinations.reduce((sum, use) => sum + use[flag], 0);
    const [counted] = await database.sql`
      with runs as (
        select id from progress.run where workflow = ${name}
          and created_at >= to_timestamp(${read.from}::float8 / 1000) and created_at < to_timestamp(${read.to}::float8 / 1000)),
      mine as (select * from ledger.action where run_id in (select id from runs))
      select (select count(*)::int from runs) as runs,
        (select count(*)::int from mine) as actions,
        (select count(*)::int from mine where exists (
          select from ledger.attempt t where t.action_id = mine.id and t.number = 2)) as retried,
        (select count(*)::int from mine where state = 'unknown') as unknown,
        (select count(*)::int from mine where contradicted_at is not null) as "gotThrough",
        (select count(distinct v.action_id)::int from ledger.avoided v join mine on mine.id = v.action_id
          where contradicted_at is null and wrong_at is null) as avoided,
        (select count(*)::int from progress.execution where run_id in (select id from runs)
          and state in ('lost', 'crashed')) as lost,
        (select count(*)::int from progress.checkpoint where run_id in (select id from runs)
          and parent_id is null) as checkpoints`;
    expect({
      runs: read.runs,
      actions: total("actions"),
      retried: total("retried"),
      unknown: total("unknown"),
      gotThrough: total("gotThrough"),
      avoided: total("avoided"),
      lost: read.use.lost.executions,
      checkpoints: read.use.checkpoints.rows,
    }).toEqual(counted);
    const listed = (flag: keyof WorkflowAdvice["actions"][number]) => read.actions.filter((action) => action[flag]);
    for (const flag of ["retried", "unknown", "avoided", "gotThrough", "leftUnknown"] as const) {
      expect([flag, listed(flag).length]).toEqual([flag, total(flag)]);
    }
    const afterLoss = read.again.filter(({ why }) => why === "execution_lost");
    expect(afterLoss).toHaveLength(read.lostCost.steps);
    expect(afterLoss.reduce((sum, { tookMs }) => sum + tookMs, 0)).toBe(read.lostCost.ms);
  });
});
