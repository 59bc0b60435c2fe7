/**
 * The schemas' functions belong to the code: all are replaced, in one transaction, when a file in drizzle/functions
 * differs from what the database got last.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Sql } from "./database";
import { hasOwnClock, markOwnClock } from "./database-clock";

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../drizzle/functions");

/** False when they were those of this code already. */
export async function replaceFunctions(sql: Sql): Promise<boolean> {
  const source = readFunctions();
  const mark = `functions ${createHash("sha256").update(source).digest("hex").slice(0, 16)}`;
  const [last] = await sql<{ mark: string | null }[]>`
    select obj_description('progress'::regnamespace, 'pg_namespace') as mark`;
  if (last?.mark === mark) return false;
  const marked = await hasOwnClock(sql);
  await sql.begin(async (tx) => {
    const old = await tx<{ signature: string }[]>`
      select oid::regprocedure::text as signature from pg_proc
      where pronamespace in ('progress'::regnamespace, 'ledger'::regnamespace)`;
    for (const { signature } of old) await tx.unsafe(`drop function ${signature}`);
    // They call each other in any order; each is checked when it first runs, and the tests run all of them.
    await tx.unsafe(`set local check_function_bodies = off; ${source}`);
    await tx.unsafe(`comment on schema progress is '${mark}'`);
  });
  if (marked) await markOwnClock(sql);
  return true;
}

function readFunctions(): string {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sql"));
  return files
    .sort()
    .map((name) => readFileSync(path.join(folder, name), "utf8"))
    .join("\n");
}
