import type { Sql } from "./database";

/** Two statements, so that a long list of the one never keeps leases of the other locked. */
export async function sweep(sql: Sql, limit: number): Promise<{ interrupted: string[]; expired: string[] }> {
  const [{ interrupted }] = await sql<[{ interrupted: string[] }]>`
    select progress.sweep_leases(${limit}) as interrupted`;
  const [{ expired }] = await sql<[{ expired: string[] }]>`select progress.sweep_validations(${limit}) as expired`;
  return { interrupted, expired };
}
