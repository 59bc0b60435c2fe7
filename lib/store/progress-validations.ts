import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { validation } from "@/drizzle/schema/progress";
import type { Page } from "@/lib/progress/store";
import type { Validation } from "@/lib/progress/validation";
import { cursorText, parseCursor } from "./cursor";
import type { Database } from "./database";
import { atMicros, microsOf, validationJson } from "./progress-columns";
import { toValidation } from "./progress-shapes";

type Db = Database["db"];

export async function findValidation(db: Db, id: string): Promise<Validation | null> {
  const [row] = await db.select({ validation: validationJson }).from(validation).where(eq(validation.id, id));
  return row ? toValidation(row.validation) : null;
}

/** Pending ones alone come by urgency, the nearest deadline first; a list with decided ones starts at the newest. Throws BadCursor. */
export async function listValidations(
  db: Db,
  query: { states: Validation["state"][]; cursor?: string; pageSize: number },
): Promise<Page<Validation>> {
  const urgentFirst = query.states.every((state) => state === "pending");
  const order = urgentFirst ? asc : desc;
  const rows = await db
    .select({ validation: validationJson, id: validation.id, micros: microsOf(validation.deadlineAt) })
    .from(validation)
    .where(
      and(
        inArray(validation.state, query.states),
        query.cursor === undefined ? undefined : beyond(query.cursor, urgentFirst),
      ),
    )
    .orderBy(order(validation.deadlineAt), order(validation.id))
    // One more than the page tells whether there is a next one.
    .limit(query.pageSize + 1);
  const page = rows.slice(0, query.pageSize);
  const last = page.at(-1);
  return {
    rows: page.map((row) => toValidation(row.validation)),
    next: last && rows.length > page.length ? cursorText(last) : null,
  };
}

function beyond(cursor: string, urgentFirst: boolean) {
  const { micros, id } = parseCursor(cursor);
  const place = sql`(${atMicros(micros)}, ${id}::uuid)`;
  const row = sql`(${validation.deadlineAt}, ${validation.id})`;
  return urgentFirst ? sql`${row} > ${place}` : sql`${row} < ${place}`;
}
