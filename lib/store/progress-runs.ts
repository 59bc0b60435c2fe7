/** Runs found, listed and counted. */

import { and, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { execution, lease, run } from "@/drizzle/schema/progress";
import { type Run, type RunState, runStates } from "@/lib/progress/run";
import type { Page, ReadyRuns, RunQuery, RunRow } from "@/lib/progress/store";
import { cursorText, parseCursor } from "./cursor";
import type { Database, Sql } from "./database";
import { atMicros, atMs, microsOf, runJson } from "./progress-columns";
import { toRun } from "./progress-shapes";
import { isDealtWith, isStoppedForGood } from "./progress-stopped";

type Db = Database["db"];

export const findRun = (db: Db, id: string): Promise<Run | null> => findOne(db, eq(run.id, id));

export const findRunByLogicalId = (db: Db, workflow: string, logicalRunId: string): Promise<Run | null> =>
  findOne(db, and(eq(run.workflow, workflow), eq(run.logicalRunId, logicalRunId)));

async function findOne(db: Db, which: SQL | undefined): Promise<Run | null> {
  const [row] = await db.select({ run: runJson }).from(run).innerJoin(lease, eq(lease.runId, run.id)).where(which);
  return row ? toRun(row.run) : null;
}

/** Newest first. Throws BadCursor. */
export async function listRuns(db: Db, query: RunQuery): Promise<Page<RunRow>> {
  const rows = await db
    .select({ run: runJson, currentStep, stepsDone, waiting, id: run.id, micros: microsOf(run.createdAt) })
    .from(run)
    .innerJoin(lease, eq(lease.runId, run.id))
    .where(and(...filters(query)))
    .orderBy(desc(run.createdAt), desc(run.id))
    // One more than the page tells whether there is a next one.
    .limit(query.pageSize + 1);
  const page = rows.slice(0, query.pageSize);
  const last = page.at(-1);
  return {
    rows: page.map(({ run, currentStep, stepsDone, waiting }) => ({
      ...toRun(run),
      currentStep,
      stepsDone,
      waitingSince: waiting ? run.lastActivityAt : null,
    })),
    next: last && rows.length > page.length ? cursorText(last) : null,
  };
}

export async function countRuns(db: Db): Promise<Record<RunState, number>> {
  const rows = await db.select({ state: run.state, count: sql<number>`count(*)::int` }).from(run).groupBy(run.state);
  const counts = new Map(rows.map((row) => [row.state, row.count]));
  // The keys are exactly the states.
  return Object.fromEntries(runStates.map((state) => [state, counts.get(state) ?? 0])) as Record<RunState, number>;
}

export async function countReady(sql: Sql): Promise<ReadyRuns[]> {
  const rows = await sql<ReadyRuns[]>`
    select workflow, workflow_version as version, count(*)::int as runs,
      progress.ms(min(ready_at))::double precision as since
    from progress.run where ready_at <= progress.clock()
    group by workflow, workflow_version order by min(ready_at), workflow, workflow_version`;
  return [...rows];
}

/** Where it is, or where it stopped: the last step asked for that has no result. */
const currentStep = sql<string | null>`case when ${run.state} <> 'succeeded' then (
  select s.name from progress.step s
  where s.run_id = ${run.id} and s.superseded_by is null
  order by s.state = 'done', s.ordinal desc limit 1) end`;

const stepsDone = sql<number>`(
  select count(*)::int from progress.step s
  where s.run_id = ${run.id} and s.superseded_by is null and s.state = 'done')`;

const waiting = sql<boolean>`${run.state} in ('queued', 'waiting', 'needs_person', 'interrupted', 'blocked')`;

function filters(query: RunQuery): (SQL | undefined)[] {
  const { states, workflow, text, from, to, retried, executed, open, cursor } = query;
  return [
    states && inArray(run.state, states),
    workflow === undefined ? undefined : eq(run.workflow, workflow),
    text ? matches(text) : undefined,
    from === undefined ? undefined : gte(run.createdAt, atMs(from)),
    to === undefined ? undefined : lt(run.createdAt, atMs(to)),
    retried &&
      sql`${run.id} in (
        select r.run_id from progress.retries(${atMs(retried.from)}, ${atMs(retried.to)}) r
        where r.reason = ${retried.reason})`,
    executed &&
      sql`${run.id} in (
        select ${execution.runId} from ${execution}
        where ${execution.kind} = ${executed.kind}
          and ${execution.startedAt} >= ${atMs(executed.from)} and ${execution.startedAt} < ${atMs(executed.to)})`,
    open && sql`not ${isDealtWith(open.marks)}`,
    open?.only ? isStoppedForGood : undefined,
    cursor === undefined ? undefined : after(cursor),
  ];
}

function matches(text: string): SQL {
  const literally = text.replace(/[\\%_]/g, "\\$&");
  return sql`(${run.id}::text like ${`${literally.toLowerCase()}%`} or ${run.logicalRunId} ilike ${`%${literally}%`}
    or ${run.subject} ilike ${`%${literally}%`})`;
}

function after(cursor: string): SQL {
  const { micros, id } = parseCursor(cursor);
  return sql`(${run.createdAt}, ${run.id}) < (${atMicros(micros)}, ${id}::uuid)`;
}
