/** Pieces of select lists that several reads share. */

import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { Run } from "@/lib/progress/run";
import type { Validation } from "@/lib/progress/validation";

export const msOf = (column: AnyColumn): SQL<number> => sql<number>`progress.ms(${column})`.mapWith(Number);

export const msOrNullOf = (column: AnyColumn): SQL<number | null> =>
  sql<number | null>`progress.ms(${column})`.mapWith(Number);

export const microsOf = (column: AnyColumn): SQL<string> =>
  sql<string>`(extract(epoch from ${column}) * 1000000)::bigint`;

/** As Postgres keeps it, to the microsecond. */
export const atMicros = (micros: string): SQL => sql`(to_timestamp(0) + ${micros}::bigint * interval '1 microsecond')`;

export const atMs = (ms: number): SQL => sql`progress.at(${ms})`;

/** For a select from run joined with its lease. */
export const runJson = sql<Run>`progress.run_json("run", "lease")`;

/** For a select from validation. */
export const validationJson = sql<Validation>`progress.validation_json("validation")`;
