/**
 * `npm run migrate`: for deployments of several processes, once before they start. While there is no admin it prints the
 * link that makes the first one.
 */

import { firstAdminLink } from "@/lib/auth/first-admin";
import { getDatabaseUrls, readEnv } from "@/lib/env";
import { migrateDatabase } from "./product/database-check";
import { reportFailure } from "./product/report-failure";

try {
  const env = readEnv();
  const { progressUrl, ledgerUrl } = getDatabaseUrls(env);
  let applied = 0;
  for (const url of new Set([progressUrl, ledgerUrl])) applied += await migrateDatabase(url);
  console.log(applied === 0 ? "Nothing to migrate." : `${applied} migrations applied.`);
  const link = env.demo ? null : await firstAdminLink(progressUrl, env.publicUrl);
  if (link) console.log(`There is no admin yet. This link makes the first one, once:\n  ${link}`);
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
