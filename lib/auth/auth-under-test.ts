import { connect } from "@/lib/store/database";
import { createTestDatabase } from "@/lib/testing/test-database";
import { makeAuth } from "./auth";
import { loadDemoAccounts } from "./load-demo-accounts";
import { getSecret } from "./secret";

const publicUrl = "http://localhost:3000";

/** The sign-in on a database of its own, with the demo's accounts or with none. */
export async function authUnderTest({ demo }: { demo: boolean }) {
  const test = await createTestDatabase();
  if (demo) await loadDemoAccounts(test.url);
  const database = await connect(test.url, { connectionsMax: 3 });
  const auth = makeAuth({ database, secret: await getSecret(database), publicUrl });
  return {
    auth,
    database,
    url: test.url,
    publicUrl,
    async close() {
      await database.close();
      await test.drop();
    },
  };
}

/** A browser's next request, with the cookies that an answer set. */
export function headersWith(setCookies: readonly string[]): Headers {
  return new Headers({ cookie: setCookies.map((line) => line.split(";")[0]).join("; ") });
}
