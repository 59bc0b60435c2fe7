import { afterAll } from "vitest";
import { open } from "@/lib/store/database";
import { markOwnClock, setClock } from "@/lib/store/database-clock";
import { createEngine } from "@/lib/wiring";
import { createTestDatabase } from "../test-database";
import { runModel } from "./run-model";

const database = await createTestDatabase();
const sql = open(database.url, { max: 1, applicationName: "reprise test", statementTimeoutMs: 5_000 });
await markOwnClock(sql);
const { engine, close } = await createEngine({ progressUrl: database.url, ledgerUrl: database.url });

afterAll(async () => {
  await Promise.all([close(), sql.end()]);
  await database.drop();
});

runModel("in Postgres", async () => ({ engine, setNow: (at) => setClock(sql, { at }) }), { runs: 25, steps: 40 });
