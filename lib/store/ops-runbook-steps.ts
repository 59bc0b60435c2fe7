/** Who followed which step of a runbook, behind its port, kept in the Postgres schema "ops". */

import type { FollowedStep, RunbookStepStore, RunbookUse } from "@/lib/review/runbook-step-store";
import type { Database, Sql } from "./database";
import { plainText, storedText } from "./free-text";

export const runbookStepStore = ({ sql }: Pick<Database, "sql">): RunbookStepStore => ({
  async follow({ id, slug, hash, section, text, object, by }) {
    await sql`
      insert into ops.runbook_step (id, slug, hash, section, text, object_kind, object_id, by, at)
      values (${id}, ${slug}, ${hash}, ${storedText(section)}, ${storedText(text)}, ${object.kind}, ${object.id},
        ${storedText(by)}, progress.clock())
      on conflict do nothing`;
    // The click's own row, also when it was taken back since; otherwise the one that stood in its way.
    const [row] = await select(
      sql,
      sql`id = ${id} or (object_id = ${object.id} and slug = ${slug} and hash = ${hash} and undone_at is null)`,
      sql`id = ${id} desc`,
    );
    if (row === undefined) throw new Error(`The tick ${id} is neither new nor known.`);
    return stepOf(row);
  },

  async unfollow({ id, by }) {
    const undone = await sql`
      update ops.runbook_step set undone_by = ${storedText(by)}, undone_at = progress.clock()
      where id = ${id} and undone_at is null`;
    return undone.count === 1 ? findStep(sql, id) : null;
  },

  find: (id) => findStep(sql, id),

  async list({ kind, id }) {
    const rows = await select(sql, sql`object_id = ${id} and object_kind = ${kind}`, sql`at, id`);
    return rows.map(stepOf);
  },

  async uses() {
    const rows = await sql<RunbookUse[]>`
      select slug, count(distinct object_id)::int as objects,
        floor(extract(epoch from max(at)) * 1000)::float8 as "lastAt"
      from ops.runbook_step where undone_at is null
      group by slug order by slug`;
    return [...rows];
  },
});

async function findStep(sql: Sql, id: string): Promise<FollowedStep | null> {
  const [row] = await select(sql, sql`id = ${id}`, sql`id`);
  return row ? stepOf(row) : null;
}

type Row = Omit<FollowedStep, "object" | "at" | "undone"> & {
  objectKind: FollowedStep["object"]["kind"];
  objectId: string;
  at: number;
  undoneBy: string | null;
  undoneAt: number | null;
};

const select = (sql: Sql, where: ReturnType<Sql>, order: ReturnType<Sql>) => sql<Row[]>`
  select id, slug, hash, section, text, object_kind as "objectKind", object_id as "objectId", by,
    floor(extract(epoch from at) * 1000)::float8 as at,
    undone_by as "undoneBy", floor(extract(epoch from undone_at) * 1000)::float8 as "undoneAt"
  from ops.runbook_step
  where ${where}
  order by ${order}`;

const stepOf = ({ objectKind, objectId, undoneBy, undoneAt, ...row }: Row): FollowedStep => ({
  ...row,
  section: plainText(row.section),
  text: plainText(row.text),
  by: plainText(row.by),
  object: { kind: objectKind, id: objectId },
  undone: undoneBy === null || undoneAt === null ? null : { by: plainText(undoneBy), at: undoneAt },
});
