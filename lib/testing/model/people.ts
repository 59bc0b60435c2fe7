/** What operators do about the run, and always truthfully: they look at what happened before they say so. */

import { checkAction } from "@/lib/engine/check-action";
import { readResumePlan, resumeRun } from "@/lib/engine/resume-run";
import { reportProbe, takeProbe } from "@/lib/engine/run-probe";
import { verdictOf } from "@/lib/ledger/verdict";
import { anOperator } from "../engine-world";
import { anId } from "../factories";
import type { RunWorld } from "./run-world";
import type { WorkerProcess } from "./worker-process";

const operator = anOperator();

export async function resume(world: RunWorld, fromZero: boolean): Promise<void> {
  const { engine, runId } = world;
  const plan = await readResumePlan(engine, runId, fromZero ? 0 : undefined);
  if (plan === null || plan.disabled !== null) return;
  const ask = { runId, fromCheckpoint: plan.from, planToken: plan.token, reason: "test", nonce: anId(), operator };
  const answer = await resumeRun(engine, ask);
  if (!answer.ok) return;
  world.held = null;
  world.acknowledged = fromZero ? [] : world.acknowledged;
}

export async function check(world: RunWorld): Promise<void> {
  for (const { action } of await world.engine.ledger.readRunActions(world.runId)) {
    if (action.state === "unknown") await checkAction(world.engine, { actionId: action.id, nonce: anId(), operator });
  }
}

/** By a worker that knows the destination, whose search may lag behind what happened. */
export async function answerProbe(world: RunWorld, worker: WorkerProcess): Promise<void> {
  const task = await takeProbe(world.engine, worker.record.id, [...worker.record.destinations]);
  if (task === null) return;
  const count = world.outside.found(task.action.declaration, task.action.providerKey);
  await reportProbe(world.engine, task, { found: count > 0, complete: true, count, detail: "Looked.", record: null });
}

/** Where the product asks a person. One that something may still be sent for is left alone. */
export async function settle(world: RunWorld): Promise<void> {
  const { engine } = world;
  for (const record of await engine.ledger.readRunActions(world.runId)) {
    const { action } = record;
    const { kind } = verdictOf(record, await engine.ledger.now());
    if (kind !== "ask_a_person" && kind !== "incident") continue;
    const happened = world.outside.effects(action.providerKey) > 0;
    if (!happened && world.workers.some((worker) => worker.maySendYet(action.id))) continue;
    const said = { evidence: "looked", reason: "test", by: operator.name };
    const ask = { id: engine.newId(), actionId: action.id, version: action.version, ...said };
    if (kind === "incident") await engine.ledger.settleContradiction({ ...ask, found: "once" });
    else await engine.ledger.settle({ ...ask, as: happened ? "happened" : "did_not_happen" });
  }
}
