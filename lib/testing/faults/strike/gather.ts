/** Brings a worker's runs to one boundary and keeps them there, so that one fault strikes many at the same point. */

import type { Boundary } from "../cells";
import { intentStruck, type Play, type PlayedWorker, until, wait } from "../play";
import { type Statement, writes } from "../proxy/postgres-messages";
import type { Hold } from "../worker/assignment";

export type Gathered = {
  worker: PlayedWorker;
  /** The runs that are there. */
  runIds: string[];
  /** Lets them go on, as far as they still can. */
  release(): Promise<void>;
};

/** Longer than a loaded machine needs to bring thirty runs to their first action. */
const gatherMs = 15_000;
/** When nobody has come for this long, those that are there are all. */
const stragglerMs = 400;

/** By the SDK's own boundary. */
const sdkBoundary: Partial<Record<Boundary, Hold["boundary"]>> = {
  B2: "step_started",
  B3: "before_begin",
  B4: "before_begin",
  B5: "before_send",
  B8: "after_send",
  B9: "after_report",
  B10: "after_report",
  B11: "suspended",
  B12: "suspended",
};

/** By the statement whose reply is held once it has committed. */
const unanswered: Partial<Record<Boundary, (statement: Statement) => boolean>> = {
  B1: ({ verb }) => verb === "progress.claim",
  B4: ({ verb }) => verb === "ledger.begin" || verb === "ledger.open_attempt",
  B10: (statement) => writes(statement, "checkpoints"),
  B13: (statement) => writes(statement, "finished"),
};

export async function gather(play: Play, boundary: Boundary): Promise<Gathered> {
  if (boundary === "B6" || boundary === "B7") return gatherAtWorld(play, boundary === "B6" ? "before" : "after");
  const held = sdkBoundary[boundary];
  const worker = await play.startWorker({ hold: held ? holdAt(play, held) : null });
  const { conductor } = play.stage;
  const hold = unanswered[boundary];
  let isArmed = held === undefined;
  // A claim that found nothing names no run that it changed; the first claims take one run each, the later ones many.
  let passed = 0;
  const letPass = boundary === "B1" ? 3 : 1;
  if (hold) {
    worker.postgres.treat((statement) => {
      if (!isArmed || !hold(statement)) return "pass";
      passed += 1;
      return passed > letPass ? "hold" : "pass";
    });
  }
  await play.startRuns();
  const release = async () => {
    worker.postgres.treat(() => "pass");
    worker.postgres.letGo("cut");
    conductor.release(worker.workerId);
  };
  if (held) await allCame(() => conductor.heldBy(worker.workerId).length, play.scenario.runs.length);
  if (!hold) return { worker, runIds: [...new Set(conductor.heldBy(worker.workerId))], release };
  // What was gathered leaves together, so that one statement carries many of them.
  isArmed = true;
  conductor.release(worker.workerId);
  await allCame(() => worker.postgres.held().length, 1);
  await wait(100);
  const named = worker.postgres.held().flatMap(({ ids }) => ids);
  return { worker, runIds: await runsNamed(play, named), release };
}

function holdAt({ scenario }: Play, boundary: Hold["boundary"]): Hold {
  const atAction = boundary !== "step_started" && boundary !== "suspended";
  const skip = Object.fromEntries(
    scenario.runs.map((run) => [run.logicalRunId, atAction && run.shape === "all" ? run.heldAt : 0]),
  );
  return { boundary, atAction, skip };
}

async function gatherAtWorld(play: Play, phase: "before" | "after"): Promise<Gathered> {
  const { world } = play.stage;
  const byIntent = new Map<string, string>();
  await play.misbehave({}, { phase, intents: play.scenario.runs.map(intentStruck) });
  const worker = await play.startWorker();
  await play.startRuns();
  for (const [runId, run] of play.planned) byIntent.set(intentStruck(run), runId);
  let held: string[] = [];
  await until(async () => {
    const before = held.length;
    held = await world.held();
    if (held.length === 0) return false;
    if (held.length === before) return true;
    await wait(250);
    return false;
  }, gatherMs);
  return {
    worker,
    runIds: held.flatMap((intent) => byIntent.get(intent) ?? []),
    release: () => world.release({ execute: play.scenario.executesLate }),
  };
}

export async function allCame(count: () => number, wanted: number, patienceMs = stragglerMs): Promise<void> {
  let last = 0;
  let since = Date.now();
  await until(() => {
    if (count() !== last) since = Date.now();
    last = count();
    return last >= wanted || (last > 0 && Date.now() - since > patienceMs);
  }, gatherMs);
}

/** The runs that statements name: by their own id, or by that of an attempt or an execution. */
export async function runsNamed(play: Play, ids: readonly string[]): Promise<string[]> {
  const own = ids.filter((id) => play.planned.has(id));
  const rows = await play.sql<{ id: string }[]>`
    select run_id as id from ledger.attempt where id = any(${[...ids]}::uuid[]) and run_id is not null
    union select run_id from progress.execution where id = any(${[...ids]}::uuid[])`;
  return [...new Set([...own, ...rows.map(({ id }) => id)])];
}

/** The runs that a worker holds now. */
export async function heldRuns(play: Play, worker: PlayedWorker): Promise<string[]> {
  const rows = await play.sql<{ id: string }[]>`
    select run_id as id from progress.lease where worker_id = ${worker.workerId} and expires_at > clock_timestamp()`;
  return rows.map(({ id }) => id);
}
