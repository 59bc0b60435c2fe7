/** Where the started product keeps what journeys compare the screens with: its database, and its outside world. */

import { getDatabaseUrl, readEnv } from "@/lib/env";

// Only the product's own data folder: a DATABASE_URL in the developer's shell must not be looked into.
const env = () => readEnv({ REPRISE_DATA_DIR: process.env.REPRISE_DATA_DIR });

export const databaseUrl = (): string => getDatabaseUrl(env());

export function worldUrl(): string {
  const url = env().worldUrl;
  if (url) return url;
  throw new Error("The product's outside world is not running: no address of it in the data folder.");
}
