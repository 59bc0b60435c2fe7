/**
 * Resumes a run from a checkpoint: one wins, the others are told who. The plan is made again and compared with the one
 * on the screen; what changes after that is caught when an action begins.
 */

import { latestOpenable } from "@/lib/progress/checkpoint-fit";
import type { Run } from "@/lib/progress/run";
import { runCan } from "@/lib/progress/run";
import type { RunRecord } from "@/lib/progress/store";
import { checkpointFits } from "./checkpoint-fits";
import { type Applied, type CommandAnswer, command } from "./command";
import type { Operator } from "./command-store";
import { deliverOutbox } from "./deliver-outbox";
import type { Engine } from "./engine";
import { refusalAnswer } from "./refusal";
import { isRefused, planResume, type ResumePlan } from "./resume-plan";

export type ResumeCommand = {
  runId: string;
  fromCheckpoint: number;
  planToken: string;
  /** Pressed for several runs at once: how many, and as of when they were listed. */
  bulk?: { count: number; asOf: number } | null;
  reason: string;
  nonce: string;
  operator: Operator;
};

export type ResumeStarted = { runId: string; executionNumber: number; checking: string[] };

/** The plan for one choice; without `from`, for the recommended one. Null without such a run. */
export async function readResumePlan(engine: Engine, runId: string, from?: number): Promise<ResumePlan | null> {
  const record = await engine.progress.readRun(runId);
  if (record === null) return null;
  const [actions, typical, workers, now] = await Promise.all([
    engine.ledger.readRunActions(runId),
    engine.progress.typicalSteps(record.run.workflow),
    engine.progress.listWorkers(),
    engine.ledger.now(),
  ]);
  const fits = await checkpointFits(engine, record, workers);
  // Of a run that cannot be resumed now no fits are made: its plan still begins where it would go on.
  const live = record.checkpoints.flatMap(({ number, supersededBy }) => (supersededBy === null ? [number] : []));
  const expectedIds = typical.flatMap((step) => step.actionId ?? []);
  const expected = expectedIds.length === 0 ? [] : await engine.ledger.readActions(expectedIds);
  const facts = { record, actions, typical, expected, fits };
  return planResume(facts, from ?? latestOpenable(live, fits, isRefused(record.run)), now, engine.hash.sha256);
}

export async function resumeRun(engine: Engine, ask: ResumeCommand): Promise<CommandAnswer<ResumeStarted>> {
  const run = await engine.progress.findRun(ask.runId);
  if (run === null) return { ok: false, code: "run_not_found", message: "There is no such run." };
  return command<ResumeStarted>(
    engine,
    {
      nonce: ask.nonce,
      kind: "resume",
      objectKind: "run",
      objectId: ask.runId,
      operator: ask.operator,
      reason: ask.reason,
      shown: { from: ask.fromCheckpoint, plan: ask.planToken, ...(ask.bulk ? { bulk: ask.bulk } : {}) },
      before: { state: run.state, cause: run.cause, token: run.token },
    },
    () => resume(engine, ask, run),
  );
}

async function resume(engine: Engine, ask: ResumeCommand, run: Run): Promise<Applied<ResumeStarted>> {
  const record = await engine.progress.readRun(ask.runId);
  // This same click resumed it before: what it meant to look up first is still in its plan.
  if (record?.executions.some(({ id }) => id === ask.nonce)) {
    return start(engine, ask, run.token, await readResumePlan(engine, ask.runId, ask.fromCheckpoint));
  }
  // A run that moved on is refused by the store, which alone can say who moved it.
  if (!runCan.resume(run).allowed) return start(engine, ask, run.token, null);
  const plan = await readResumePlan(engine, ask.runId, ask.fromCheckpoint);
  if (plan === null || (plan.token === ask.planToken && !plan.disabled)) return start(engine, ask, run.token, plan);
  // So is one that somebody else resumed, although it has stopped again since.
  const planned = Number.parseInt(ask.planToken, 10);
  if (planned < lastResumeToken(await engine.progress.readRun(ask.runId))) return start(engine, ask, planned, null);
  if (plan.disabled === null) {
    const message = "Something changed since this plan was made. Look at the new one.";
    return { ok: false, code: "stale_plan", message, facts: plan };
  }
  const { code, why } = plan.disabled;
  if (runCan.resume((await engine.progress.findRun(ask.runId)) ?? run).allowed) {
    return { ok: false, code, message: why, facts: plan };
  }
  return start(engine, ask, run.token, null);
}

function lastResumeToken(record: RunRecord | null): number {
  return record?.executions.findLast(({ kind }) => kind === "resume")?.token ?? 0;
}

async function start(
  engine: Engine,
  ask: ResumeCommand,
  token: number,
  plan: ResumePlan | null,
): Promise<Applied<ResumeStarted>> {
  const resumed = await engine.progress.resume({
    runId: ask.runId,
    expectedToken: token,
    fromCheckpoint: ask.fromCheckpoint,
    executionId: ask.nonce,
    by: ask.operator.name,
    reason: ask.reason,
  });
  if ("refused" in resumed) return refusalAnswer(resumed);
  const checking = plan?.unknown.filter((a) => a.verdict.kind === "verify_first").map((a) => a.actionId) ?? [];
  const now = await engine.ledger.now();
  for (const actionId of checking) {
    await engine.ledger.askProbe({ probeId: engine.newId(), actionId, by: ask.operator.name, notBefore: now });
  }
  await deliverOutbox(engine);
  return {
    ok: true,
    runId: ask.runId,
    executionNumber: resumed.executionNumber,
    checking,
    after: { token: resumed.token, execution: resumed.executionNumber },
  };
}
