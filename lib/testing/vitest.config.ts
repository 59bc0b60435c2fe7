import path from "node:path";
import { defineConfig } from "vitest/config";

const root = path.resolve(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "../..");

/** `x.test.ts` needs nothing; `x.db.test.ts` needs a database and gets one of its own from `createTestDatabase`. */
export default defineConfig({
  root,
  resolve: { alias: { "@": root } },
  test: {
    // Playwright's journeys have a runner of their own.
    exclude: ["node_modules/**", ".next/**", "e2e/**"],
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          include: ["{app,components,drizzle,lib}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.db.test.*"],
        },
      },
      {
        extends: true,
        test: {
          name: "store",
          include: ["{app,components,drizzle,lib}/**/*.db.test.{ts,tsx}"],
          globalSetup: "lib/testing/postgres-for-tests.ts",
          // A cloned database, real connections and, in races, real waiting.
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
