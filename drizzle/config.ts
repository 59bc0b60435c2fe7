import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./drizzle/schema/progress.ts",
    "./drizzle/schema/ledger.ts",
    "./drizzle/schema/ops.ts",
    "./drizzle/schema/auth.ts",
  ],
  out: "./drizzle/migrations",
  schemaFilter: ["progress", "ledger", "ops", "auth"],
});
