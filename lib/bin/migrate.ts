/** `npm run migrate`: for deployments where the console does not start through `npm start`. */

import { getDatabaseUrls } from "@/lib/env";
import { migrateDatabase } from "./product/database-check";
import { reportFailure } from "./product/report-failure";

try {
  const { progressUrl, ledgerUrl } = getDatabaseUrls();
  let applied = 0;
  for (const url of new Set([progressUrl, ledgerUrl])) applied += await migrateDatabase(url);
  console.log(applied === 0 ? "Nothing to migrate." : `${applied} migrations applied.`);
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
