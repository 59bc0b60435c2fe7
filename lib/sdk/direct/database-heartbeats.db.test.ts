import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("a lease outlives code that blocks the event loop for three leases", async () => {
  // In a process of its own, as a worker is: its thread must load TypeScript without the test runner.
  const file = path.join(import.meta.dirname, "blocked-loop-under-test.ts");
  const child = spawn(process.execPath, ["--import", "tsx", file, database.url]);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part) => {
      said += part;
    });
  }
  await once(child, "close");
  expect(said.trim()).toBe("held");
}, 60_000);
