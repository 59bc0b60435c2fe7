/** The end of a run's retention. */

import { and, asc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { lease, run } from "@/drizzle/schema/progress";
import type { ProgressStore } from "@/lib/progress/store";
import { cursorText, parseCursor } from "./cursor";
import type { Database } from "./database";
import { atMicros, atMs, microsOf, runJson } from "./progress-columns";
import { toRun } from "./progress-shapes";

type Purging = Pick<ProgressStore, "listOver" | "purgeRun" | "removeRun" | "removeDelivered">;

export const purging = ({ db, sql: raw }: Pick<Database, "db" | "sql">): Purging => ({
  async listOver({ before, purged, cursor, pageSize }) {
    const after = cursor === undefined ? null : parseCursor(cursor);
    const rows = await db
      .select({ run: runJson, id: run.id, micros: microsOf(run.endedAt) })
      .from(run)
      .innerJoin(lease, eq(lease.runId, run.id))
      .where(
        and(
          lt(run.endedAt, atMs(before)),
          purged ? isNotNull(run.purgedAt) : isNull(run.purgedAt),
          after ? sql`(${run.endedAt}, ${run.id}) > (${atMicros(after.micros)}, ${after.id})` : undefined,
        ),
      )
      .orderBy(asc(run.endedAt), asc(run.id))
      // One more than the page tells whether there is a next one.
      .limit(pageSize + 1);
    const page = rows.slice(0, pageSize);
    const last = page.at(-1);
    return {
      rows: page.map((row) => toRun(row.run)),
      next: last && rows.length > page.length ? cursorText(last) : null,
    };
  },

  async purgeRun({ runId, endedAt, checkpoints }) {
    const [{ purged }] = await raw<[{ purged: boolean }]>`
      select progress.purge_run(${runId}, ${endedAt}, ${checkpoints}::integer[]) as purged`;
    return purged;
  },

  async removeRun(runId) {
    const [{ removed }] = await raw<[{ removed: boolean }]>`select progress.remove_run(${runId}) as removed`;
    return removed;
  },

  async removeDelivered({ before, limit, dryRun }) {
    const [{ removed }] = await raw<[{ removed: number }]>`
      select progress.remove_delivered(to_timestamp(${before}::float8 / 1000), ${limit}, ${String(dryRun)}::text::boolean)
        as removed`;
    return removed;
  },
});
