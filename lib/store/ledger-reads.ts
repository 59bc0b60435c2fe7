/** Single actions and their whole record: everything ever said about them. */

import type { LedgerStore } from "@/lib/ledger/store";
import type { Sql } from "./database";
import { actionOf, recordOf, type StoredAction, type StoredRecord } from "./ledger-rows";

type Reads = Pick<
  LedgerStore,
  "findAction" | "findLive" | "readAction" | "readRunActions" | "readActions" | "readUnknown"
>;

export const reads = (sql: Sql): Reads => ({
  async findAction(id) {
    const [row] = await sql<{ action: StoredAction }[]>`
      select ledger.action_json(a) as action from ledger.action a where a.id = ${id}`;
    return row ? actionOf(row.action) : null;
  },

  async findLive(businessKey) {
    const [row] = await sql<{ action: StoredAction }[]>`
      select ledger.action_json(a) as action from ledger.action a where a.business_key = ${businessKey} and a.live`;
    return row ? actionOf(row.action) : null;
  },

  async readAction(id) {
    const [row] = await selectRecords(sql, sql`a.id = ${id}`);
    return row ? recordOf(row) : null;
  },

  readRunActions: async (runId) => (await selectRecords(sql, sql`a.run_id = ${runId}`)).map(recordOf),

  async readActions(ids) {
    const found = new Map(
      (await selectRecords(sql, sql`a.id = any(${ids}::uuid[])`)).map((row) => [row.facts.action.id, row]),
    );
    return ids.flatMap((id) => found.get(id) ?? []).map(recordOf);
  },

  async readUnknown(query) {
    const ids = (await unknownIds(sql, query)).map(({ id }) => id);
    return reads(sql).readActions(ids);
  },
});

/** Same-key windows that are open close soonest first; nothing runs out for the others. */
const unknownIds = (sql: Sql, { destination, limit }: { destination?: string; limit: number }) => sql<{ id: string }[]>`
  select a.id from ledger.action a
  where a.state = 'unknown' and ${destination === undefined ? sql`true` : sql`a.destination = ${destination}`}
  order by case when ledger.same_key_until(a) > ledger.clock() then ledger.same_key_until(a) end nulls last,
    a.first_begun_at, a.id
  limit ${limit}`;

const selectRecords = (sql: Sql, where: ReturnType<Sql>) => sql<StoredRecord[]>`
  select
    ledger.facts(a.id) as facts,
    a.payload,
    ledger.proposal_json(ledger.pending_proposal(a.id)) as proposal,
    coalesce((select json_agg(ledger.probe_json(p) order by p.asked_at, p.id)
      from ledger.probe p where p.action_id = a.id), '[]') as probes,
    coalesce((select json_agg(ledger.evidence_json(e) order by e.ordinal)
      from ledger.evidence e where e.action_id = a.id), '[]') as evidence,
    coalesce((select json_agg(ledger.avoided_json(v) order by v.at, v.id)
      from ledger.avoided v where v.action_id = a.id), '[]') as avoided,
    coalesce((select json_agg(ledger.near_miss_json(n) order by n.at, n.id)
      from ledger.near_miss n where n.action_id = a.id or n.other_action_id = a.id), '[]') as "nearMisses"
  from ledger.action a
  where ${where}
  order by a.created_at, a.id`;
