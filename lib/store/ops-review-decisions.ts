/** What reviews decided. The places of a week are numbered, so that two people at once cannot decide a fourth thing. */

import type postgres from "postgres";
import { type Decision, decisionsMax } from "@/lib/review/decision";
import type { ReviewStore } from "@/lib/review/review-store";
import type { Sql } from "./database";
import { plainText, storedText } from "./free-text";

type Decisions = Pick<ReviewStore, "addDecision" | "findDecision" | "dropDecision" | "markDecision" | "listDecisions">;

export const reviewDecisions = (sql: Sql): Decisions => ({
  async addDecision({ id, week, what, owner, due, reduces, decidedBy }) {
    const answer = await sql.begin(async (tx) => {
      // The newest version's row is the lock of all that is decided for the week.
      const [review] = await tx<{ state: string; version: number }[]>`
        select state, version from ops.review where week = ${week} order by version desc limit 1 for update`;
      const [known] = await listRows(tx, tx`id = ${id}`);
      if (known !== undefined) return known;
      if (review === undefined) return "review_not_found";
      if (review.state === "frozen") return "review_frozen";
      const inserted = await tx`
        insert into ops.review_decision (id, week, place, what, owner, due, reduces, decided_by, decided_at)
        select ${id}, ${week}, free.place, ${storedText(what)}, ${storedText(owner)}, ${due}, ${reduces},
          ${storedText(decidedBy)}, progress.clock()
        from (
          select min(p.place) as place from generate_series(1, ${decisionsMax}::int) p (place)
          where not exists (select from ops.review_decision d where d.week = ${week} and d.place = p.place)) free
        where free.place is not null`;
      if (inserted.count === 0) return "decisions_full";
      await tx`update ops.review set revision = revision + 1 where week = ${week} and version = ${review.version}`;
      const [decision] = await listRows(tx, tx`id = ${id}`);
      if (decision === undefined) throw new Error(`Decision ${id} vanished inside its own transaction.`);
      return decision;
    });
    return typeof answer === "string" ? { added: false, why: answer } : { added: true, decision: answer };
  },

  async findDecision(id) {
    const [decision] = await listRows(sql, sql`id = ${id}`);
    return decision ?? null;
  },

  dropDecision: ({ id, week, click }) =>
    sql.begin(async (tx) => {
      const known = await tx<{ version: number; state: string; clicked: boolean }[]>`
        select version, state, ${click} = any (clicks) as clicked from ops.review where week = ${week}
        order by version desc for update`;
      if (known.some(({ clicked }) => clicked)) return true;
      const [newest] = known;
      if (newest?.state !== "draft") return false;
      const gone = await tx`delete from ops.review_decision where id = ${id} and week = ${week}`;
      if (gone.count === 0) return false;
      await tx`
        update ops.review set revision = revision + 1, clicks = array_append(clicks, ${click})
        where week = ${week} and version = ${newest.version}`;
      return true;
    }),

  async markDecision({ id, done, by }) {
    const marked = await sql`
      update ops.review_decision set
        done_at = case when ${done} then progress.clock() end,
        done_by = case when ${done} then ${storedText(by)}::text end
      where id = ${id} and (done_at is not null) <> ${done}`;
    return marked.count === 1;
  },

  listDecisions: ({ from, to }) => listRows(sql, sql`week >= ${from} and week <= ${to}`),
});

type Row = Omit<Decision, "decidedAt" | "doneAt"> & { decidedAt: string; doneAt: string | null };

async function listRows(sql: postgres.ISql, where: ReturnType<Sql>): Promise<Decision[]> {
  const rows = await sql<Row[]>`
    select
      id, week, what, owner, due, reduces, decided_by as "decidedBy", done_by as "doneBy",
      floor(extract(epoch from decided_at) * 1000)::bigint::text as "decidedAt",
      floor(extract(epoch from done_at) * 1000)::bigint::text as "doneAt"
    from ops.review_decision
    where ${where}
    order by week, decided_at, id`;
  return rows.map((row) => ({
    ...row,
    what: plainText(row.what),
    owner: plainText(row.owner),
    decidedBy: plainText(row.decidedBy),
    doneBy: plainText(row.doneBy),
    decidedAt: Number(row.decidedAt),
    doneAt: row.doneAt === null ? null : Number(row.doneAt),
  }));
}
