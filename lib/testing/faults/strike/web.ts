/**
 * People press resume, settle or approve, all at once, and the web process is killed while it works on it: before or
 * after the click is kept, after what it asked for is committed, or after the answer is stored. Each person presses again,
 * with the nonce of the first click, in another web process.
 */

import path from "node:path";
import { readResumePlan } from "@/lib/engine/resume-run";
import { verdictOf } from "@/lib/ledger/verdict";
import { businessIntent } from "../fixture";
import { type Play, until, wait } from "../play";
import { confirmSettlement } from "../press";
import { startPostgresProxy } from "../proxy/postgres-proxy";
import { signInAsLead } from "../web/sign-in";
import type { Web } from "../web/web";
import { readOracle } from "../world/oracle";
import { pending, verdictFor } from "./decide";
import { gather } from "./gather";
import { strikeWorker } from "./process";

type Click = { path: string; runId: string; objectId: string; body: { nonce: string } & Record<string, unknown> };

export async function strikeWeb(play: Play): Promise<void> {
  const { boundary } = play.scenario.cell;
  const postgres = await startPostgresProxy(play.databaseUrl);
  const logFile = path.join(play.folder, "web.log");
  const starting = [postgres.url, play.databaseUrl()].map((url) => play.stage.startWeb(url, logFile));
  const cookie = await signInAsLead(play.databaseUrl());
  const gathered = await gather(play, boundary);
  await play.startWorker();
  if (boundary === "B11") await gathered.release();
  else await strikeWorker(play, gathered.worker, "kill", gathered.release);
  // Both were started.
  const [first, second] = (await Promise.all(starting)) as [Web, Web];
  try {
    const clicks = await clicksFor(play);
    const isMeant = momentOf(play);
    let seen = 0;
    postgres.treat((statement) => {
      if (!isMeant(statement)) return "pass";
      seen += 1;
      // Some have passed by then, the others are at every point before.
      return seen > clicks.length / 3 ? "hold" : "pass";
    });
    const answering = clicks.map((click) => press(first, cookie, click));
    await until(() => postgres.held().length > 0, 8_000);
    await first.kill();
    const answers = await Promise.all(answering);
    for (const [i, click] of clicks.entries()) {
      const isLost = answers[i] === null;
      if (isLost) play.struck.add(click.runId);
      const again = isLost ? await press(second, cookie, click) : answers[i];
      play.clicks.push({ nonce: click.body.nonce, runId: click.runId, path: click.path, answer: again ?? "none" });
    }
    if (boundary === "B6") for (const { objectId } of clicks) await confirmSettlement(play, objectId);
  } finally {
    await first.kill().catch(() => {});
    await second.kill();
    await postgres.close();
  }
}

/** By the seed: the click is kept, what it asks for is committed, its answer is stored. */
function momentOf({ scenario }: Play): (statement: { verb: string }) => boolean {
  const { cutEvery } = scenario;
  if (cutEvery === 1) return ({ verb }) => verb === "ops.accept";
  if (cutEvery === 3) return ({ verb }) => verb === "ops.finish";
  return ({ verb }) =>
    ["progress.resume", "progress.decide", "ledger.settle", "ledger.propose_settlement"].includes(verb);
}

/** Resolves with the answer's HTTP code and text, or null when the process was gone. */
async function press(web: Web, cookie: string, { path, body }: Click): Promise<string | null> {
  try {
    const headers = { cookie, origin: web.url, "content-type": "application/json" };
    const answer = await fetch(`${web.url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return `${answer.status} ${answer.ok ? "" : await answer.text()}`.trim();
  } catch {
    return null;
  }
}

async function clicksFor(play: Play): Promise<Click[]> {
  switch (play.scenario.cell.boundary) {
    case "B11":
      return approvals(play);
    case "B6":
      return settlements(play);
    default:
      return resumes(play);
  }
}

async function approvals(play: Play): Promise<Click[]> {
  const rows = await pending(play);
  return Promise.all(
    rows.map(async ({ id, runId }) => {
      const validation = await play.engine.progress.findValidation(id);
      const shown = validation?.subjects.map(({ fingerprint }) => fingerprint) ?? [];
      const said = { verdict: verdictFor(play, runId), reason: "the campaign decides", shown };
      return { path: `/validations/${id}/decide`, runId, objectId: id, body: { nonce: play.engine.newId(), ...said } };
    }),
  );
}

/** Where a person is asked: nobody can look it up. */
async function settlements(play: Play): Promise<Click[]> {
  const unknown = () => play.sql`select from ledger.action where state = 'unknown'`;
  await until(async () => (await unknown()).length >= play.planned.size, 2 * play.scenario.leaseMs + 3_000);
  const clicks: Click[] = [];
  const oracle = readOracle(play.oracleFile);
  for (const runId of play.planned.keys()) {
    const now = await play.engine.ledger.now();
    for (const record of await play.engine.ledger.readRunActions(runId)) {
      if (verdictOf(record, now).kind !== "ask_a_person") continue;
      const { id, version, logicalRunId, type, object } = record.action;
      const intent = businessIntent(logicalRunId ?? "", type, object);
      const as = oracle.some((line) => line.event === "effect" && line.intent === intent)
        ? "happened"
        : "did_not_happen";
      const said = { version, as, evidence: "looked in its own log", reason: "the campaign looked" };
      play.presses.push({ actionId: id, runId, verdict: "ask_a_person", pressed: as, at: Date.now() });
      clicks.push({
        path: `/actions/${id}/settle`,
        runId,
        objectId: id,
        body: { nonce: play.engine.newId(), ...said },
      });
    }
  }
  return clicks;
}

async function resumes(play: Play): Promise<Click[]> {
  const interrupted = () => play.sql<{ id: string }[]>`select id from progress.run where state = 'interrupted'`;
  await until(async () => (await interrupted()).length >= play.planned.size, 2 * play.scenario.leaseMs + 3_000);
  // Claims and sweeps under way are over.
  await wait(200);
  const clicks: Click[] = [];
  for (const { id } of await interrupted()) {
    const plan = await readResumePlan(play.engine, id);
    if (plan === null || plan.disabled !== null) continue;
    const said = { fromCheckpoint: plan.from, planToken: plan.token, reason: "the campaign resumes" };
    clicks.push({ path: `/runs/${id}/resume`, runId: id, objectId: id, body: { nonce: play.engine.newId(), ...said } });
  }
  return clicks;
}
