/** Takes a kept result through the code's migrations, one version at a time, on a copy. */

// biome-ignore lint/suspicious/noExplicitAny: each older version had a shape of its own
export type Migrations = Record<number, (older: any) => unknown>;

export class MigrationFailed extends Error {
  override name = "MigrationFailed";
}

/** `body` is the kept JSON text, `from` the versions to migrate from. Throws MigrationFailed. */
export function migrateResult(body: string, from: readonly number[], migrations: Migrations): unknown {
  let value: unknown = JSON.parse(body);
  for (const version of from) {
    const step = `${version} → ${version + 1}`;
    try {
      value = migrations[version]?.(value);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new MigrationFailed(`its migration ${step} failed: ${why}`, { cause: error });
    }
    // Kept as JSON it would silently become {}.
    if (value instanceof Promise) throw new MigrationFailed(`its migration ${step} returns a promise`);
  }
  return value;
}
