/** A lead's session in a scenario's database, as a browser keeps it. */

import { makeAuth } from "@/lib/auth/auth";
import { demoAccounts, demoPassword } from "@/lib/auth/demo-accounts";
import { loadDemoAccounts } from "@/lib/auth/load-demo-accounts";
import { openSession } from "@/lib/auth/open-session";
import { getSecret } from "@/lib/auth/secret";
import { connect } from "@/lib/store/database";

const publicUrl = "http://127.0.0.1:3000";

/** @returns the cookie to send along */
export async function signInAsLead(databaseUrl: string): Promise<string> {
  await loadDemoAccounts(databaseUrl);
  const database = await connect(databaseUrl, { applicationName: "campaign", connectionsMax: 2 });
  try {
    const auth = makeAuth({ database, secret: await getSecret(database), publicUrl });
    const email = demoAccounts.find(({ role }) => role === "lead")?.email ?? "";
    const set = await openSession(auth, new Headers({ host: new URL(publicUrl).host }), {
      email,
      password: demoPassword,
    });
    return (set ?? []).map((line) => line.split(";")[0]).join("; ");
  } finally {
    await database.close();
  }
}
