/** `npm run migrate`: for deployments where the console does not start through `npm start`. */

import { getDatabaseUrl } from "@/lib/env";
import { migrateDatabase } from "./product/database-check";
import { reportFailure } from "./product/report-failure";

try {
  const applied = await migrateDatabase(getDatabaseUrl());
  console.log(applied === 0 ? "Nothing to migrate." : `${applied} migrations applied.`);
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
