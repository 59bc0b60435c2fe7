/** The web process's sign-in, made on first use, with connections of its own: a busy engine must not keep people out. */

import { getDatabaseUrl, readEnv } from "@/lib/env";
import { connect, type Database } from "@/lib/store/database";
import { type Auth, makeAuth } from "./auth";
import { getSecret } from "./secret";

export type WebAuth = { auth: Auth; database: Database };

// Next reloads modules in development; the connections must outlive that.
const kept = globalThis as typeof globalThis & { repriseAuth?: Promise<WebAuth> };

/** A connection that failed is tried again by the next request. */
export async function getWebAuth(): Promise<WebAuth> {
  if (!kept.repriseAuth) {
    kept.repriseAuth = makeWebAuth();
    kept.repriseAuth.catch(() => {
      kept.repriseAuth = undefined;
    });
  }
  return kept.repriseAuth;
}

async function makeWebAuth(): Promise<WebAuth> {
  const env = readEnv();
  // Two short reads per request: more connections would only wait for the same two cores.
  const database = await connect(getDatabaseUrl(env), { applicationName: "reprise sign-in", connectionsMax: 4 });
  const secret = await getSecret(database);
  return { database, auth: makeAuth({ database, secret, publicUrl: env.publicUrl }) };
}
