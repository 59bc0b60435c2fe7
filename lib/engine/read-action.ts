/** One action with its attempts, evidence, look-ups and avoided repeats, and the verdict at this moment. */

import { verdictOf } from "@/lib/ledger/verdict";
import type { Command } from "./command-store";
import type { Engine } from "./engine";
import type { JudgedAction } from "./read-run";

export type ActionView = {
  now: number;
  record: JudgedAction;
  commands: Command[];
  run: RunOfAction | null;
  /** Of its business key, itself included; one is live. */
  revisions: { id: string; revision: number; live: boolean }[];
};
/** What the page names of the run; the run itself is read on its own page. */
export type RunOfAction = { id: string; subject: string | null; workflow: string; state: string };

export async function readAction(engine: Engine, actionId: string): Promise<ActionView | null> {
  const record = await engine.ledger.readAction(actionId);
  if (record === null) return null;
  const { runId, businessKey } = record.action;
  const [commands, now, run, ofRun] = await Promise.all([
    engine.commands.listByObject(actionId),
    engine.ledger.now(),
    runId === null ? null : engine.progress.findRun(runId),
    runId === null ? [record] : engine.ledger.readRunActions(runId),
  ]);
  return {
    now,
    record: { ...record, verdict: verdictOf(record, now) },
    commands,
    run: run && { id: run.id, subject: run.subject, workflow: run.workflow, state: run.state },
    revisions: ofRun
      .filter(({ action }) => action.businessKey === businessKey)
      .map(({ action: { id, revision, live } }) => ({ id, revision, live })),
  };
}
