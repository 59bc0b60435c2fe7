import type { AgedAction, LedgerStore } from "@/lib/ledger/store";
import type { Sql } from "./database";

type Row = Omit<AgedAction, "createdAt" | "settledAt"> & { created_at_ms: string; settled_at_ms: string | null };

/** What is not final, however old, and of the rest the newest: each from an index, so that the ledger may be large. */
export const gaps = (sql: Sql): Pick<LedgerStore, "agedActions"> => ({
  async agedActions({ from, before, limit }) {
    const rows = await sql<Row[]>`
      with aged as (
        (select * from ledger.action
          where state in ('planned', 'held', 'sending', 'unknown') and created_at < ${instant(sql, before)}
          order by created_at desc limit ${limit})
        union
        (select * from ledger.action
          where created_at >= ${instant(sql, from)} and created_at < ${instant(sql, before)}
          order by created_at desc limit ${limit})
      )
      select id, run_id as "runId", type, object, state, ledger.ms(created_at) as created_at_ms,
        ledger.ms(settled_at) as settled_at_ms
      from aged where live and run_id is not null
      order by created_at, id`;
    return rows.map(({ created_at_ms, settled_at_ms, ...row }) => ({
      ...row,
      createdAt: Number(created_at_ms),
      settledAt: settled_at_ms === null ? null : Number(settled_at_ms),
    }));
  },
});

const instant = (sql: Sql, ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;
