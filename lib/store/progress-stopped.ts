/** Runs that stopped for good, and which of them are dealt with: by a later run, or by what people said (the marks). */

import { eq, sql } from "drizzle-orm";
import { lease, run } from "@/drizzle/schema/progress";
import { causesForGood, type StopMark, type StopMarks, type Successor } from "@/lib/progress/dealt-with";
import type { Database, Sql } from "./database";

export const isStoppedForGood = sql`(${run.state} = 'failed'
  or ${run.state} = 'blocked' and ${run.cause} in (${sql.join(
    causesForGood.map((cause) => sql`${cause}`),
    sql`, `,
  )}))`;

/** The indexes are by subject and by (workflow, logical id), so the same logical id is looked for under each workflow. */
const hasSuccessor = sql`(
  exists (
    select from progress.run later
    where later.subject = ${run.subject} and later.workflow = ${run.workflow} and later.id <> ${run.id}
      and later.state = 'succeeded' and later.created_at > coalesce(${run.endedAt}, ${lease.lastActivityAt}))
  or exists (
    select from progress.run later
    where later.workflow in (select w.name from progress.workflow w) and later.logical_run_id = ${run.logicalRunId}
      and later.id <> ${run.id} and later.state = 'succeeded'
      and later.created_at > coalesce(${run.endedAt}, ${lease.lastActivityAt})))`;

const isAmong = (marks: readonly StopMark[]) => sql`(${run.id}, ${run.executionCount}) in (
  select m."runId", m.execution from jsonb_to_recordset(${JSON.stringify(marks)}::text::jsonb)
    as m("runId" uuid, execution integer))`;

/** For statements that read `run` beside its `lease`. */
export const isDealtWith = ({ settled, reopened }: StopMarks) => sql`(${isStoppedForGood}
  and (${isAmong(settled)} or (${hasSuccessor} and not ${isAmong(reopened)})))`;

export async function countStopped(
  db: Database["db"],
  marks: StopMarks,
): Promise<{ interrupted: number; blocked: number; failed: number; open: number }> {
  const of = (state: string) => sql<number>`(count(*) filter (where ${run.state} = ${state}))::int`;
  const [row] = await db
    .select({
      interrupted: of("interrupted"),
      blocked: of("blocked"),
      failed: of("failed"),
      open: sql<number>`(count(*) filter (where ${isStoppedForGood}))::int`,
    })
    .from(run)
    .innerJoin(lease, eq(lease.runId, run.id))
    .where(sql`${run.state} in ('interrupted', 'blocked', 'failed') and not ${isDealtWith(marks)}`);
  return row ?? { interrupted: 0, blocked: 0, failed: 0, open: 0 };
}

export async function findSuccessor(sql: Sql, runId: string): Promise<Successor | null> {
  const [row] = await sql<(Omit<Successor, "createdAt" | "endedAt"> & { createdAt: number; endedAt: number | null })[]>`
    select later.id, later.workflow, later.subject, later.logical_run_id as "logicalRunId",
      progress.ms(later.created_at)::double precision as "createdAt",
      progress.ms(later.ended_at)::double precision as "endedAt"
    from progress.run r
    join progress.lease l on l.run_id = r.id
    join progress.run later on later.id <> r.id and later.state = 'succeeded'
      and later.created_at > coalesce(r.ended_at, l.last_activity_at)
      and (later.subject = r.subject and later.workflow = r.workflow
        or later.workflow in (select w.name from progress.workflow w) and later.logical_run_id = r.logical_run_id)
    where r.id = ${runId} and (r.state = 'failed' or r.state = 'blocked' and r.cause = any (${causesForGood}))
    order by later.ended_at, later.id
    limit 1`;
  return row ?? null;
}
