import type { KeptActions } from "@/lib/progress/store";
import type { Sql } from "./database";

/** Of runs that are not there nothing is answered. */
export async function keptActions(sql: Sql, runIds: readonly string[]): Promise<KeptActions[]> {
  const rows = await sql<KeptActions[]>`
    select r.id as "runId", r.subject, r.state,
      coalesce(array_agg(s.action_id) filter (where s.action_id is not null), '{}') as "actionIds"
    from progress.run r
    left join progress.step s on s.run_id = r.id and s.kind = 'action' and s.superseded_by is null
      and exists (select from progress.checkpoint c where c.step_id = s.id and c.superseded_by is null)
    where r.id = any (${[...runIds]}::uuid[])
    group by r.id`;
  return [...rows];
}
