import { afterAll, beforeAll, describe } from "vitest";
import { monday } from "@/lib/testing/factories";
import { progressStoreConformance } from "@/lib/testing/progress-store-conformance";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { connect, type Database } from "./database";
import { markOwnClock, setClock } from "./database-clock";
import { progressStore } from "./progress-store";

describe("progress in Postgres", () => {
  let created: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    created = await createTestDatabase();
    database = await connect(created.url);
    await markOwnClock(database.sql);
  });
  afterAll(async () => {
    await database?.close();
    await created?.drop();
  });

  progressStoreConformance(async () => {
    await database.sql`
      truncate progress.run, progress.lease, progress.execution, progress.step, progress.step_attempt, progress.checkpoint,
        progress.validation, progress.decision, progress.journal, progress.outbox, progress.worker, progress.workflow`;
    await setClock(database.sql, { at: monday });
    return { store: progressStore(database), setNow: (at) => setClock(database.sql, { at }) };
  });
});
