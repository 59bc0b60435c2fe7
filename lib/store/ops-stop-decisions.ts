/** People's decisions about stopped runs behind their port, kept in the Postgres schema "ops". */

import type { StopDecisionStore } from "@/lib/engine/stop-decision-store";
import type { StopDecision, StopMark } from "@/lib/progress/dealt-with";
import type { Database, Sql } from "./database";
import { plainText, storedText } from "./free-text";

export const stopDecisionStore = ({ sql }: Pick<Database, "sql">): StopDecisionStore => ({
  async record({ id, runId, execution, number, as, supersededBy, by, role, reason }) {
    await sql`
      insert into ops.stop_decision
        (id, run_id, execution, number, decided_as, superseded_by, by, role, reason, at)
      values (${id}, ${runId}, ${execution}, ${number}, ${as}, ${supersededBy}, ${storedText(by)}, ${role},
        ${storedText(reason)}, progress.clock())
      on conflict do nothing`;
    const [row] = await select(sql, sql`id = ${id}`);
    return row ? decisionOf(row) : null;
  },

  list: async (runId) => (await select(sql, sql`run_id = ${runId}`)).map(decisionOf),

  async marks() {
    const rows = await sql<(StopMark & { as: StopDecision["as"] })[]>`
      select distinct on (run_id) run_id as "runId", execution, decided_as as "as"
      from ops.stop_decision order by run_id, number desc`;
    const marksOf = (isReopened: boolean) =>
      rows.filter(({ as }) => (as === "reopened") === isReopened).map(({ runId, execution }) => ({ runId, execution }));
    return { settled: marksOf(false), reopened: marksOf(true) };
  },

  async remove(runId) {
    await sql`delete from ops.stop_decision where run_id = ${runId}`;
  },
});

type Row = Omit<StopDecision, "at"> & { at: string };

const select = (sql: Sql, where: ReturnType<Sql>) => sql<Row[]>`
  select id, run_id as "runId", execution, number, decided_as as "as", superseded_by as "supersededBy", by, role, reason,
    floor(extract(epoch from at) * 1000)::bigint::text as at
  from ops.stop_decision
  where ${where}
  order by number desc`;

const decisionOf = (row: Row): StopDecision => ({
  ...row,
  by: plainText(row.by),
  reason: plainText(row.reason),
  at: Number(row.at),
});
