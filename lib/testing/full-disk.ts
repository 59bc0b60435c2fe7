/** A database whose disk is full: the server refuses every write with its own error, and goes on answering reads. */

import type { Sql } from "@/lib/store/database";

export type FullDisk = { fill(): Promise<void>; free(): Promise<void> };

/** `schemas` are those that have no room left. */
export async function fullDisk(sql: Sql, schemas: readonly string[]): Promise<FullDisk> {
  const refuse = (isFull: boolean) =>
    sql.unsafe(`
      create or replace function public.room_left() returns trigger language plpgsql as $$
      begin
        if ${isFull} then
          raise exception using errcode = '53100', message = 'could not extend file: No space left on device';
        end if;
        return null;
      end $$`);
  await refuse(false);
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any(${[...schemas]})`;
  for (const { name } of tables) {
    await sql.unsafe(
      `create trigger room_left before insert or update on ${name} for each statement execute function public.room_left()`,
    );
  }
  return { fill: async () => void (await refuse(true)), free: async () => void (await refuse(false)) };
}
