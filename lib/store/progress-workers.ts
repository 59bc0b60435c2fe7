import { desc } from "drizzle-orm";
import { worker } from "@/drizzle/schema/progress";
import type { WorkerRecord, WorkerShape, WorkerState } from "@/lib/progress/worker";
import type { Database, Sql } from "./database";
import { msOf, msOrNullOf } from "./progress-columns";

/** A worker that comes back after it was thought ended is alive again. */
export async function registerWorker(sql: Sql, record: WorkerRecord): Promise<void> {
  await sql`
    insert into progress.worker (id, name, host, pid, workflows, destinations, shapes, started_at, seen_at)
    select ${record.id}, ${record.name}, ${record.host}, ${record.pid},
      ${JSON.stringify(record.workflows)}::text::jsonb, ${JSON.stringify(record.destinations)}::text::jsonb,
      ${JSON.stringify(record.shapes)}::text::jsonb, t, t
    from progress.clock() as t
    on conflict (id) do update
    set seen_at = excluded.seen_at, ended_at = null, exit_seen = false,
      workflows = excluded.workflows, destinations = excluded.destinations,
      shapes = excluded.shapes`;
  await seenWorkflows(sql, record);
}

async function seenWorkflows(sql: Sql, record: WorkerRecord): Promise<void> {
  const names = record.workflows.map((workflow) => workflow.name);
  const versions = record.workflows.map((workflow) => workflow.version);
  await sql`
    insert into progress.workflow (name, version, seen_at)
    select distinct name, version, progress.clock()
    from unnest(${names}::text[], ${versions}::int[]) as seen(name, version)
    order by name, version
    on conflict (name, version) do update set seen_at = excluded.seen_at`;
}

export async function workerSeen(sql: Sql, workerId: string): Promise<void> {
  await sql`update progress.worker set seen_at = progress.clock() where id = ${workerId}`;
}

export async function workerLearned(sql: Sql, workerId: string, shapes: WorkerShape[]): Promise<void> {
  await sql`update progress.worker set shapes = ${JSON.stringify(shapes)}::text::jsonb where id = ${workerId}`;
}

export async function workerEnded(sql: Sql, workerId: string, exitSeen: boolean): Promise<void> {
  await sql`select progress.worker_ended(${workerId}, ${exitSeen})`;
}

/** More than any deployment runs at once; older ones are history. */
const workersMax = 200;

export async function listWorkers(db: Database["db"]): Promise<WorkerState[]> {
  const rows = await db
    .select({
      id: worker.id,
      name: worker.name,
      host: worker.host,
      pid: worker.pid,
      workflows: worker.workflows,
      destinations: worker.destinations,
      shapes: worker.shapes,
      startedAt: msOf(worker.startedAt),
      seenAt: msOf(worker.seenAt),
      endedAt: msOrNullOf(worker.endedAt),
    })
    .from(worker)
    .orderBy(desc(worker.seenAt), worker.id)
    .limit(workersMax);
  // These columns are written by this file alone, from a WorkerRecord.
  return rows as WorkerState[];
}
