/** Accounts and sessions: the tables of the sign-in library. */

import { pgSchema } from "drizzle-orm/pg-core";

export const auth = pgSchema("auth");
