/** The way to Postgres is cut around a commit, delayed beyond the lease, or swallows what is sent. */

import type { Boundary } from "../cells";
import { type Play, type PlayedWorker, until, wait } from "../play";
import { type Statement, writes } from "../proxy/postgres-messages";
import { decideAll } from "./decide";
import { heldRuns, runsNamed } from "./gather";

const verbAt: Partial<Record<Boundary, (statement: Statement) => boolean>> = {
  B0: ({ verb }) => verb === "progress.claim",
  B1: ({ verb }) => verb === "progress.claim",
  B3: ({ verb }) => verb === "ledger.begin" || verb === "ledger.open_attempt",
  B4: ({ verb }) => verb === "ledger.begin" || verb === "ledger.open_attempt",
  B8: ({ verb }) => verb === "ledger.report",
  B10: (statement) => writes(statement, "checkpoints"),
  B11: (statement) => statement.verb === "ledger.declare" || writes(statement, "validations"),
  B13: (statement) => writes(statement, "finished"),
};

export async function strikeNetwork(play: Play): Promise<void> {
  const { fault, boundary } = play.scenario.cell;
  if (fault === "cut_before" || fault === "cut_after") return cut(play, fault, boundary);
  const worker = await play.startWorker();
  if (boundary === "anytime") {
    await play.startRuns();
    await until(async () => (await heldRuns(play, worker)).length > 0, 15_000);
    await wait(play.scenario.afterMs);
    if (fault === "partition") worker.postgres.freeze();
    else worker.postgres.swallow();
  } else {
    await freezeAt(play, worker, verbAt[boundary] ?? (() => false));
  }
  for (const runId of await heldRuns(play, worker)) play.struck.add(runId);
  play.killedAt.set(worker.workerId, Date.now());
  await play.startWorker();
  await wait(play.scenario.outageMs);
  worker.postgres.treat(() => "pass");
  // What was delayed arrives in order; what was swallowed is gone, and in time the system notices that nobody answers.
  if (fault === "partition") worker.postgres.thaw();
  else worker.postgres.cutAll();
}

/** The statement is on its way when the way freezes, so it arrives after its lease. The first carries one run alone. */
async function freezeAt(play: Play, worker: PlayedWorker, isMeant: (statement: Statement) => boolean): Promise<void> {
  let seen = 0;
  worker.postgres.treat((statement) => {
    if (isMeant(statement)) {
      seen += 1;
      if (seen === 2) worker.postgres.freeze();
    }
    return "pass";
  });
  await play.startRuns();
  await until(() => seen >= 2, 15_000);
}

/** Postgres answers each statement of its own, so that the cut falls exactly before or after one commit. */
async function cut(play: Play, fault: "cut_before" | "cut_after", boundary: Boundary): Promise<void> {
  const workers = [await play.startWorker(), await play.startWorker()];
  const isMeant = verbMeant(fault, boundary);
  const met: Statement[] = [];
  let seen = 0;
  for (const { postgres } of workers) {
    postgres.treat((statement) => {
      if (!isMeant(statement)) return "pass";
      seen += 1;
      if (seen % (play.scenario.cutEvery + 1) !== 1) return "pass";
      met.push(statement);
      return fault;
    });
  }
  await play.startRuns();
  // Long enough for every run to have passed here, and then calm.
  await until(() => met.length > 0, 15_000);
  await wait(800);
  if (boundary === "B11") await decideAll(play);
  for (const { postgres } of workers) postgres.treat(() => "pass");
  const named = met.flatMap(({ ids }) => ids);
  for (const runId of await runsNamed(play, named)) play.struck.add(runId);
  // A claim that never arrived took no run: all were waiting for it.
  if (boundary === "B0" && met.length > 0) for (const runId of play.planned.keys()) play.struck.add(runId);
}

function verbMeant(fault: "cut_before" | "cut_after", boundary: Boundary): (statement: Statement) => boolean {
  const report = (statement: Statement) => statement.verb === "ledger.report";
  // "Outcome committed, checkpoint not": the report's reply is lost after it, or the checkpoint before it.
  if (boundary === "B9") return fault === "cut_after" ? report : (verbAt.B10 ?? report);
  return verbAt[boundary] ?? report;
}
