/** Each example as its reader starts it: a process of its own, against a real server and a CRM that counts. */

import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import type { KeyScope } from "@/lib/auth/keys/api-key";
import { makeKey } from "@/lib/auth/keys/key-commands";
import { getWebAuth } from "@/lib/auth/web-auth";
import type { ReviewEngine } from "@/lib/review/review-engine";
import { type RouteModules, serveApi } from "@/lib/testing/api-server";
import { anOperator } from "@/lib/testing/engine-world";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { closeEngine, getEngine } from "@/lib/wiring";
import { newId } from "../new-id";

const root = path.resolve(import.meta.dirname, "../../..");
const modules = import.meta.glob<RouteModules[string]>("/app/api/v1/{worker,guard}/*/route.ts", { eager: true });

let database: TestDatabase;
let engine: ReviewEngine;
let server: Awaited<ReturnType<typeof serveApi>>;

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  engine = await getEngine();
  server = await serveApi(modules);
});
afterAll(async () => {
  await server.close();
  await closeEngine();
  await (await getWebAuth()).database.close();
  await database.drop();
  vi.unstubAllEnvs();
});

/** A CRM on loopback; `loses` takes the note and hangs up. */
async function aCrm() {
  const notes: { text: string; reference: string }[] = [];
  const crm = { notes, loses: false, url: "" };
  const listening = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    notes.push(JSON.parse(body));
    if (crm.loses) return void request.socket.destroy();
    response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify({ id: notes.length }));
  });
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void listening.close());
  crm.url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  return crm;
}

async function envFor(scope: KeyScope, crmUrl: string): Promise<NodeJS.ProcessEnv> {
  const wanted = { name: "example", scopes: [scope], workflows: null, destinations: null, expiresAt: null };
  const { database: kept } = await getWebAuth();
  const made = await makeKey(engine, kept, { ...wanted, nonce: newId(), operator: anOperator("admin") });
  if (!made.ok || made.key === null) throw new Error("The key was not made.");
  return { ...process.env, REPRISE_URL: server.url, REPRISE_KEY: made.key, CRM_URL: crmUrl };
}

it("the shell script sends its note once, however often it runs, and never again where nobody knows", async () => {
  const crm = await aCrm();
  const env = await envFor("guard", crm.url);
  const guard = (object: string) =>
    promisify(execFile)("sh", ["examples/guard.sh", object, "Renewed"], { cwd: root, env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
  expect(await guard("C-1")).toMatchObject({ code: 0, stdout: "confirmed\n" });
  expect(await guard("C-1")).toMatchObject({ code: 0, stdout: expect.stringContaining("sent before") });
  crm.loses = true;
  expect(await guard("C-2")).toMatchObject({ code: 75, stdout: "unknown\n" });
  expect(await guard("C-2")).toMatchObject({ code: 75, stdout: expect.stringContaining("outcome_unknown") });
  expect(crm.notes.map(({ text }) => text)).toEqual(["Renewed", "Renewed"]);
}, 30_000);

const hasPython = spawnSync("python3", ["--version"]).status === 0;

it.each([
  ...(hasPython ? [["Python", "python3", ["examples/agent.py"], "python-support"] as const] : []),
  ["TypeScript", process.execPath, ["--import", "tsx", "examples/agent.ts"], "typescript-support"] as const,
])(
  "the agent in %s finishes its run with one note, and stops where the note's outcome is unknown",
  async (_, command, args, workflow) => {
    const crm = await aCrm();
    const agent = spawn(command, args, { cwd: root, env: await envFor("worker", crm.url), stdio: "pipe" });
    let said = "";
    for (const stream of [agent.stdout, agent.stderr]) stream?.on("data", (text) => (said += text));
    onTestFinished(() => ended(agent));
    const start = async (ticketId: string) => {
      const run = { id: newId(), workflow, workflowVersion: 1, logicalRunId: ticketId, subject: ticketId };
      const input = JSON.stringify({ ticketId });
      await engine.progress.startRun({ ...run, input, recovery: "automatic", leaseMs: 30_000 });
      return run.id;
    };
    const until = (runId: string, state: string) =>
      vi.waitFor(async () => expect((await engine.progress.readRun(runId))?.run, said).toMatchObject({ state }), {
        timeout: 20_000,
        interval: 100,
      });
    const good = await start(`T-1 ${workflow}`);
    await until(good, "succeeded");
    expect((await engine.progress.readRun(good))?.checkpoints.map(({ stepName }) => stepName)).toEqual([
      "draft",
      "crm.note",
    ]);
    crm.loses = true;
    const lost = await start(`T-2 ${workflow}`);
    await until(lost, "blocked");
    expect(await engine.ledger.readRunActions(lost)).toMatchObject([{ action: { state: "unknown" } }]);
    expect(crm.notes).toHaveLength(2);
  },
  60_000,
);

async function ended(agent: ChildProcess): Promise<void> {
  if (agent.exitCode !== null) return;
  const exit = once(agent, "exit");
  agent.kill("SIGTERM");
  await exit;
}
