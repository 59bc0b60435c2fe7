/** The last lines of a start: where to go, and how to get in. */

import { demoAccounts, demoPassword } from "@/lib/auth/demo-accounts";
import type { Env } from "@/lib/env";

export async function announce(env: Env, databaseUrl: string, print: (line: string) => void): Promise<void> {
  print(`\nReprise is ready:  ${env.publicUrl}\n`);
  if (env.demo) {
    for (const { email, role } of demoAccounts) print(`  ${role.padEnd(9)} ${email}`);
    print(`  password  ${demoPassword}   (this demo listens on this machine only)`);
  } else {
    // The auth library takes a second to load, which the demo need not wait for.
    const { firstAdminLink } = await import("@/lib/auth/first-admin");
    const link = await firstAdminLink(databaseUrl, env.publicUrl);
    if (link) print(`  There is no admin yet. This link makes the first one, once:\n  ${link}`);
  }
  print("\nCtrl-C stops everything.");
}
