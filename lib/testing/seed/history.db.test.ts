import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LogEntry } from "@/lib/demo/world/contract";
import { detectIn } from "@/lib/review/detect-incidents";
import { causeClass, type IncidentCause } from "@/lib/review/incident";
import { noMatter } from "@/lib/review/runbook-match";
import { quoteFrom, readShelf } from "@/lib/runbooks";
import { connect, type Database } from "@/lib/store/database";
import { incidentStore } from "@/lib/store/ops-incidents";
import { reviewStore } from "@/lib/store/ops-reviews";
import { runbookStepStore } from "@/lib/store/ops-runbook-steps";
import { createTestDatabase, type TestDatabase } from "../test-database";
import { day, lastMonday } from "./arrivals";
import { makeHistory } from "./history";
import { engineOn } from "./simulation";

const now = Date.parse("2026-03-18T15:00:00Z");
/** Two histories are made, on a machine that may be busy. */
const patienceMs = 240_000;

/** What it is, how often at least, and the rows that show it. */
const kinds: [string, number, string][] = [
  [
    "steps lost with their worker and computed again",
    4,
    `select count(*)::int as n from progress.step_attempt a, bounds where a.result = 'lost' and a.ended_at between low and high
      and exists (select from progress.step_attempt b where b.step_id = a.step_id and b.number > a.number and b.result = 'done')`,
  ],
  [
    "what a pipeline did not keep, read and paid for again",
    10,
    `select count(*)::int as n from progress.step_attempt a join progress.step s on s.id = a.step_id, bounds
      where s.name = 'read-source' and a.number > 1 and a.result = 'done' and a.ended_at between low and high`,
  ],
  [
    "costs in tokens and money",
    20,
    `select count(*)::int as n from progress.journal j, bounds
      where j.at between low and high and j.text ~ '^Used \\d+ tokens, \\d+[.]\\d+ USD[.]$'`,
  ],
  [
    "notices that a webhook took and answered too late, not sent again",
    6,
    `select count(*)::int as n from ledger.avoided v join ledger.action a on a.id = v.action_id, bounds
      where a.type = 'partner.notify' and v.at between low and high`,
  ],
  [
    "a notice that got through twice",
    1,
    `select count(*)::int as n from ledger.action, bounds where type = 'partner.notify' and contradicted_at between low and high`,
  ],
  [
    "money that left twice after people settled wrongly",
    1,
    `select count(*)::int as n from ledger.action, bounds where type = 'billing.refund' and contradicted_at between low and high`,
  ],
  [
    "a webhook tried until the policy ended",
    3,
    `select count(*)::int as n from (select action_id from ledger.attempt, bounds
      where http_code = 503 and ended_at between low and high group by 1 having count(*) >= 6) a`,
  ],
  [
    "a near miss that a person stopped",
    1,
    `select count(*)::int as n from ledger.near_miss, bounds where kind = 'other_run' and state = 'withdrawn' and at between low and high`,
  ],
  [
    "a near miss that a person let go, and that took effect",
    1,
    `select count(*)::int as n from ledger.near_miss m join ledger.action a on a.id = m.action_id, bounds
      where m.kind = 'other_run' and m.state = 'let_go' and a.state = 'confirmed' and m.at between low and high`,
  ],
  [
    "a near miss that came true with nobody asked: two of one kind for one object, both confirmed",
    1,
    `select count(*)::int as n from ledger.near_miss m join ledger.action a on a.id = m.action_id
      join ledger.action b on b.id = m.other_action_id, bounds
      where m.kind = 'other_run' and m.state = 'noted' and a.state = 'confirmed' and b.state = 'confirmed' and m.at between low and high`,
  ],
  [
    "another payload under the same key",
    1,
    `select count(*)::int as n from ledger.near_miss, bounds where kind = 'other_payload' and state = 'kept' and at between low and high`,
  ],
  [
    "a result of a shape that the newer code cannot read",
    1,
    `select count(*)::int as n from progress.run, bounds where cause = 'schema_mismatch' and created_at between low and high`,
  ],
  [
    "code that changed under a run",
    1,
    `select count(*)::int as n from progress.journal j, bounds where j.at between low and high and j.text like '%asks for the new step%'`,
  ],
  [
    "checkpoints that a disk damaged",
    2,
    `select count(*)::int as n from progress.journal j, bounds where j.at between low and high and j.text like '%is unreadable: its content%'`,
  ],
  [
    "a zombie that reported after its successor had raised the fence",
    2,
    `select count(*)::int as n from ledger.evidence e join ledger.attempt t on t.id = e.attempt_id, bounds
      where e.kind = 'late_report' and t.closed_by = 'fence' and t.outcome = 'confirmed' and e.at between low and high`,
  ],
  [
    "a zombie that was fenced before it sent",
    1,
    `select count(*)::int as n from ledger.evidence e, bounds
      where e.kind = 'late_report' and e.says like 'not_sent%lease_lost%' and e.at between low and high`,
  ],
  [
    "an outcome that never became a checkpoint",
    1,
    `select count(*)::int as n from ledger.action a, bounds where a.state = 'confirmed' and a.settled_at between low and high
      and not exists (select from progress.step s where s.action_id = a.id and s.state = 'done')
      and exists (select from progress.run r where r.id = a.run_id and r.state = 'blocked')`,
  ],
  [
    "an unknown that nobody settled",
    1,
    `select count(*)::int as n from ledger.action, bounds where state = 'unknown' and first_begun_at between low and high`,
  ],
  [
    "retries of which nobody can tell the reason",
    2,
    `select count(*)::int as n from progress.step_attempt, bounds
      where decided_by = 'policy' and error->>'message' = '' and ended_at between low and high`,
  ],
  [
    "runs that went wrong without a line in their log",
    1,
    `select count(*)::int as n from progress.run r, bounds where r.workflow = 'partner-notice' and r.created_at between low and high
      and exists (select from progress.execution e where e.run_id = r.id and e.state in ('lost', 'crashed'))
      and not exists (select from progress.journal j where j.run_id = r.id and j.kind = 'log')`,
  ],
  [
    "an unknown that lasted for hours at a destination without a runbook",
    1,
    `select count(*)::int as n from ledger.action a, bounds
      where a.destination = 'library' and a.settled_at - a.first_begun_at > interval '1 hour' and a.settled_at between low and high`,
  ],
  [
    "a run that waited for half a day without a word",
    1,
    `select count(*)::int as n from progress.run, bounds
      where started_at - created_at > interval '9 hours' and created_at between low and high`,
  ],
];

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

  it("has in its ledger what the outside world has in its log: one effect per confirmed action, two where it knows of two", async () => {
    const actions = await first.database.sql<
      { state: string; type: string; object: string; marker: string; key: string; contradicted: boolean }[]
    >`
      select state, type, object, marker, provider_key as key, contradicted_at is not null as contradicted
      from ledger.action`;
    const sent = first.log.filter(({ kind }) => kind !== "model.call");
    const of = (action: { marker: string; key: string }) =>
      sent.filter(({ marker, key }) => marker === action.marker || key === action.key).length;
    const seen = actions.map((action) => ({ ...action, effects: of(action) }));
    const expected = ({ state, contradicted }: (typeof actions)[number]) => {
      if (contradicted) return 2;
      // The one that nobody settled arrived, which nobody knows.
      return state === "confirmed" || state === "unknown" ? 1 : 0;
    };
    expect(seen).toEqual(actions.map((action) => ({ ...action, effects: expected(action) })));
    expect(sent).toHaveLength(seen.reduce((sum, { effects }) => sum + effects, 0));
  });

  it("met crashes, unknown outcomes and repeated asks on the way", async () => {
    const { executions, attempts, avoided } = await countAll(first.database);
    expect(executions).toEqual(expect.arrayContaining([expect.stringMatching(/^crashed /)]));
    expect(attempts).toEqual(expect.arrayContaining([expect.stringMatching(/^unknown /)]));
    expect(avoided.length).toBeGreaterThan(0);
  });

  it.each(kinds)("contains, in last week: %s", async (_, atLeast, query) => {
    const [row] = await first.database.sql.unsafe<[{ n: number }]>(
      `with bounds as (select '2026-03-09'::timestamptz as low, '2026-03-16'::timestamptz as high) ${query}`,
    );
    expect(row.n).toBeGreaterThanOrEqual(atLeast);
  });

  it("contains, in last week, an incident of each cause that there is", async () => {
    const { database } = first;
    const incidents = incidentStore(database);
    const [reviews, runbookSteps] = [reviewStore(database), runbookStepStore(database)];
    const engine = { ...engineOn(database), incidents, reviews, runbookSteps };
    const { runbooks } = await readShelf();
    for (let from = lastMonday(now); from < lastMonday(now) + 7 * day; from += day) {
      await detectIn(engine, { from, to: from + day, runbooks });
    }
    const { rows } = await incidents.list({ pageSize: 200 });
    const found = new Set(rows.map(({ cause }) => cause));
    expect(Object.keys(causeClass).filter((cause) => !found.has(cause as IncidentCause))).toEqual([]);
  });

  it("declares for each destination what a repeat does and whose it is, and leaves one without a runbook", async () => {
    const rows = await first.database.sql<{ name: string; owner: string | null; impact: string; runbook: string }[]>`
      select name, declaration->>'owner' as owner, declaration->>'impact' as impact, declaration->>'runbook' as runbook
      from ledger.destination order by name`;
    expect(rows.map(({ name, impact }) => [name, impact])).toEqual([
      ["billing", "money"],
      ["crm", "pollutes_data"],
      ["library", "none"],
      ["partner-webhook", "breaks_an_sla"],
      ["queue", "escalates_to_people"],
      ["ticketing", "pollutes_data"],
    ]);
    expect(rows.every(({ owner }) => owner !== null)).toBe(true);
    expect(rows.flatMap(({ name, runbook }) => (runbook === null ? [name] : []))).toEqual(["library"]);
    const shelf = await readShelf();
    for (const { runbook } of rows) {
      const matter = { ...noMatter, named: runbook === null ? [] : [runbook] };
      if (runbook !== null) expect(quoteFrom(shelf, matter, "ask_a_person")).not.toBeNull();
    }
  });

  it("leaves three runs that wait for a person, each saying why, and nothing that a worker would take up", async () => {
    const runs = await first.database.sql<{ workflow: string; cause: string; says: boolean }[]>`
      select workflow, cause, cause_text <> '' as says from progress.run
      where state not in ('succeeded', 'failed', 'cancelled') order by cause`;
    expect([...runs]).toEqual([
      { workflow: "order-refund", cause: "checkpoint_corrupt", says: true },
      { workflow: "order-refund", cause: "outcome_unknown", says: true },
      { workflow: "order-refund", cause: "schema_mismatch", says: true },
    ]);
  });

  it("leaves no lease, one unknown and nothing undelivered, and gives the database its own clock back", async () => {
    const { sql } = first.database;
    const [left] = await sql`
      select
        (select count(*)::int from progress.lease where worker_id is not null) as leases,
        (select count(*)::int from progress.run where ready_at is not null) as ready,
        (select count(*)::int from ledger.action where state = 'unknown') as unknown,
        (select count(*)::int from ledger.action where state in ('sending', 'held', 'planned')) as unsettled,
        (select count(*)::int from progress.outbox where delivered_at is null)
          + (select count(*)::int from ledger.outbox where delivered_at is null) as undelivered,
        abs(extract(epoch from progress.clock() - clock_timestamp())) < 1 as "progressClock",
        abs(extract(epoch from ledger.clock() - clock_timestamp())) < 1 as "ledgerClock"`;
    expect(left).toEqual({
      leases: 0,
      ready: 0,
      unknown: 1,
      unsettled: 0,
      undelivered: 0,
      progressClock: true,
      ledgerClock: true,
    });
  });

  it("dates runs by the events that started them, not by what happened before", async () => {
    // Those of last week begin at full tenths of an hour, or right after the run that was under way then.
    const [counted] = await first.database.sql<[{ runs: number; prompt: number }]>`
      select count(*)::int as runs, count(*) filter (where mod(extract(epoch from created_at), 360) < 2)::int as prompt
      from progress.run where subject ~ '-70[0-9]{2}$'`;
    expect(counted.prompt).toBeGreaterThan(0.9 * counted.runs);
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
