/** The weeks' reviews in the Postgres schema "ops", dated on the clock of progress, beside which it lives. */

import type { Review, ReviewContent } from "@/lib/review/review";
import type { ReviewStore, SeenDraft } from "@/lib/review/review-store";
import type { Database, Sql } from "./database";
import { plainText, storedText } from "./free-text";
import { reviewDecisions } from "./ops-review-decisions";

export const reviewStore = ({ sql }: Pick<Database, "sql">): ReviewStore => ({
  async open({ id, week }) {
    // Of two at once the second waits for the first one's row, and then finds it.
    const inserted = await sql`
      insert into ops.review (id, week, version, created_at)
      values (${id}, ${week}, 1, progress.clock())
      on conflict (week, version) do nothing`;
    const [newest] = await listReviews(sql, sql`week = ${week}`);
    if (newest === undefined) throw new Error(`The review of ${week} vanished right after it was made.`);
    return { review: newest, made: inserted.count === 1 };
  },

  listVersions: (week) => listReviews(sql, sql`week = ${week}`),

  async readSnapshot(week, version) {
    const [row] = await sql<{ snapshot: ReviewContent | null }[]>`
      select snapshot from ops.review where week = ${week} and version = ${version}`;
    return row?.snapshot ?? null;
  },

  async listWeeks(limit) {
    return listReviews(
      sql,
      sql`not exists (select from ops.review newer where newer.week = r.week and newer.version > r.version)`,
      limit,
    );
  },

  async setParagraph({ paragraph, by, ...seen }) {
    const changed = await sql`
      update ops.review set
        paragraph = ${storedText(paragraph)},
        paragraph_by = ${paragraph === null ? null : storedText(by)},
        revision = revision + 1, clicks = array_append(clicks, ${seen.click})
      where ${isDraft(sql, seen)}`;
    return changed.count === 1 || wasClicked(sql, seen);
  },

  async freeze({ snapshot, by, ...seen }) {
    const frozen = await sql`
      update ops.review set
        state = 'frozen', frozen_at = progress.clock(), frozen_by = ${storedText(by)},
        snapshot = ${JSON.stringify(snapshot)}::text::json, clicks = array_append(clicks, ${seen.click})
      where ${isDraft(sql, seen)}`;
    return frozen.count === 1 || wasClicked(sql, seen);
  },

  async amend({ id, week, version, note }) {
    const made = await sql`
      insert into ops.review (id, week, version, paragraph, paragraph_by, note, created_at)
      select ${id}, week, version + 1, paragraph, paragraph_by, ${storedText(note)}, progress.clock()
      from ops.review
      where week = ${week} and version = ${version} and state = 'frozen'
      on conflict (week, version) do nothing`;
    if (made.count === 1) return true;
    const known = await sql`select from ops.review where id = ${id}`;
    return known.count === 1;
  },

  ...reviewDecisions(sql),
});

const isDraft = (sql: Sql, { click, week, version, revision }: SeenDraft) => sql`
  week = ${week} and version = ${version} and revision = ${revision} and state = 'draft' and not ${click} = any (clicks)`;

async function wasClicked(sql: Sql, { week, version, click }: SeenDraft): Promise<boolean> {
  const found = await sql`
    select from ops.review where week = ${week} and version = ${version} and ${click} = any (clicks)`;
  return found.count === 1;
}

type ReviewRow = Omit<Review, "createdAt" | "frozenAt"> & { createdAt: string; frozenAt: string | null };

/** More versions of a week than anybody reads. */
const rowsMax = 100;

async function listReviews(sql: Sql, where: ReturnType<Sql>, limit = rowsMax): Promise<Review[]> {
  const rows = await sql<ReviewRow[]>`
    select
      id, week, version, state, revision, paragraph, paragraph_by as "paragraphBy", note, frozen_by as "frozenBy",
      floor(extract(epoch from created_at) * 1000)::bigint::text as "createdAt",
      floor(extract(epoch from frozen_at) * 1000)::bigint::text as "frozenAt"
    from ops.review r
    where ${where}
    order by week desc, version desc
    limit ${limit}`;
  return rows.map((row) => ({
    ...row,
    paragraph: plainText(row.paragraph),
    paragraphBy: plainText(row.paragraphBy),
    note: plainText(row.note),
    frozenBy: plainText(row.frozenBy),
    createdAt: Number(row.createdAt),
    frozenAt: row.frozenAt === null ? null : Number(row.frozenAt),
  }));
}
