/** What a supervisor, a balancer and a monitor ask of a web process, on a database of its own. */

import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { GET as health } from "@/app/api/health/route";
import { GET as metrics } from "@/app/api/metrics/route";
import { GET as ready } from "@/app/api/ready/route";
import { GET as now } from "@/app/api/v1/now/route";
import { POST as resume } from "@/app/api/v1/runs/[runId]/resume/route";
import { connect } from "@/lib/store/database";
import { anId } from "@/lib/testing/factories";
import { aNewRun } from "@/lib/testing/progress-world";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { closeEngine, getEngine } from "@/lib/wiring";

const token = "scrape-me-0123456789";
const drainFile = path.join(tmpdir(), `reprise-drain-${anId()}`);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("METRICS_TOKEN", token);
  vi.stubEnv("REPRISE_DRAIN_FILE", drainFile);
});
afterAll(async () => {
  await closeEngine();
  await database.drop();
  vi.unstubAllEnvs();
});
afterEach(() => rmSync(drainFile, { force: true }));

async function readiness() {
  const response = await ready();
  return [response.status, await response.json()];
}

function scrape(authorization?: string): Promise<Response> {
  const headers = authorization === undefined ? undefined : { authorization };
  return metrics(new Request("http://127.0.0.1:3000/api/metrics", { headers }));
}

it("a process is alive whatever its database does", async () => {
  expect(await health().json()).toEqual({ alive: true });
});

it("it is ready when its database answers, and no longer once it is to stop", async () => {
  expect(await readiness()).toEqual([200, { ready: true }]);
  writeFileSync(drainFile, "");
  expect(await readiness()).toEqual([503, { ready: false, why: "draining" }]);
});

it("it is not ready on a database that lacks a migration, and is with one that it does not know", async () => {
  const { sql, close } = await connect(database.url);
  const last = sql`(select max(id) from drizzle.__drizzle_migrations)`;
  await sql`update drizzle.__drizzle_migrations set id = -id where id = ${last}`;
  const [row] = await sql`delete from drizzle.__drizzle_migrations where id < 0 returning -id as id, hash, created_at`;
  expect(await readiness()).toEqual([503, { ready: false, why: "migration_missing" }]);
  await sql`insert into drizzle.__drizzle_migrations (id, hash, created_at)
    values (${row?.id}, ${row?.hash}, ${row?.created_at}), (10000, 'of a newer version', 0)`;
  expect(await readiness()).toEqual([200, { ready: true }]);
  await close();
});

it("metrics are for who shows the token, and there are none without one in the settings", async () => {
  expect((await scrape()).status).toBe(401);
  expect((await scrape(`Bearer ${token}x`)).status).toBe(401);
  vi.stubEnv("METRICS_TOKEN", "");
  expect((await scrape(`Bearer ${token}`)).status).toBe(404);
  vi.stubEnv("METRICS_TOKEN", token);
});

it("metrics tell the queue, the states, and the requests by their route", async () => {
  const engine = await getEngine();
  await engine.progress.startRun(aNewRun({ workflow: "support" }));
  await engine.progress.startRun(aNewRun({ workflow: "support" }));
  await now(new Request("http://127.0.0.1:3000/api/v1/now"), { params: Promise.resolve(undefined) });
  const runId = anId();
  await resume(new Request(`http://127.0.0.1:3000/api/v1/runs/${runId}/resume`, { method: "POST" }), {
    params: Promise.resolve({ runId }),
  });
  const answer = await scrape(`Bearer ${token}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/plain")]);
  const lines = (await answer.text()).split("\n");
  const value = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  expect(value('reprise_runs{state="queued"}')).toBe("2");
  expect(value('reprise_runs_ready{workflow="support"}')).toBe("2");
  expect(value('reprise_actions{state="unknown"}')).toBe("0");
  expect(value("reprise_workers_present")).toBe("0");
  const count = "reprise_http_request_duration_seconds_count";
  expect(value(`${count}{route="/api/v1/now",method="GET",code="401"}`)).toBe("1");
  expect(value(`${count}{route="/api/v1/runs/[runId]/resume",method="POST",code="401"}`)).toBe("1");
  expect(lines.join("\n")).not.toContain(runId);
});
