import { hashPassword } from "better-auth/crypto";
import { connect } from "@/lib/store/database";
import { createUser } from "./create-user";
import { demoAccounts, demoPassword } from "./demo-accounts";

/** Makes the demo's accounts that are not there yet. Never call it for a real database: everybody knows the password. */
export async function loadDemoAccounts(databaseUrl: string): Promise<void> {
  const database = await connect(databaseUrl, { applicationName: "reprise demo accounts", connectionsMax: 1 });
  try {
    // One hash for five accounts: the password is printed, so that two of them look alike gives nothing away.
    const passwordHash = await hashPassword(demoPassword);
    await database.db.transaction(async (tx) => {
      for (const { name, email, role } of demoAccounts) await createUser(tx, { name, email, role, passwordHash });
    });
  } finally {
    await database.close();
  }
}
