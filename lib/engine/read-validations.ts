/** Approvals with the exact payloads they bind to: the question from progress, the payloads from the ledger. */

import { verdictOf } from "@/lib/ledger/verdict";
import type { Run } from "@/lib/progress/run";
import type { Page } from "@/lib/progress/store";
import type { Validation, ValidationState } from "@/lib/progress/validation";
import type { Engine } from "./engine";
import type { JudgedAction } from "./read-run";

export type ValidationView = {
  now: number;
  validation: Validation;
  run: Run;
  /** In the order they will be sent. */
  actions: JudgedAction[];
  /** Actions of the same run that this question is not about. */
  alreadyDone: JudgedAction[];
};
export type ValidationItem = Omit<ValidationView, "now" | "alreadyDone">;

export async function readValidation(engine: Engine, id: string): Promise<ValidationView | null> {
  const validation = await engine.progress.findValidation(id);
  if (validation === null) return null;
  const [run, records, now] = await Promise.all([
    engine.progress.findRun(validation.runId),
    engine.ledger.readRunActions(validation.runId),
    engine.progress.now(),
  ]);
  if (run === null) return null;
  const judged = records.map((record) => ({ ...record, verdict: verdictOf(record, now) }));
  const asked = new Set(validation.subjects.map((subject) => subject.actionId));
  return {
    now,
    validation,
    run,
    actions: validation.subjects.flatMap((s) => judged.filter((record) => record.action.id === s.actionId)),
    alreadyDone: judged.filter((record) => !asked.has(record.action.id)),
  };
}

export async function listValidations(
  engine: Engine,
  query: { states: ValidationState[]; cursor?: string; pageSize: number },
): Promise<Page<ValidationItem>> {
  const [page, now] = await Promise.all([engine.progress.listValidations(query), engine.progress.now()]);
  const records = await engine.ledger.readActions(page.rows.flatMap((v) => v.subjects.map((s) => s.actionId)));
  const judged = new Map(records.map((r) => [r.action.id, { ...r, verdict: verdictOf(r, now) }]));
  const rows = await Promise.all(
    page.rows.map(async (validation) => {
      const run = await engine.progress.findRun(validation.runId);
      const actions = validation.subjects.flatMap((s) => judged.get(s.actionId) ?? []);
      return run === null ? [] : [{ validation, run, actions }];
    }),
  );
  return { rows: rows.flat(), next: page.next };
}
