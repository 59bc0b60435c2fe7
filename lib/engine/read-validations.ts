/** Approvals with the exact payloads they bind to: the question from progress, the payloads from the ledger. */

import type { Difference } from "@/lib/ledger/fingerprint";
import { verdictOf } from "@/lib/ledger/verdict";
import type { Run } from "@/lib/progress/run";
import type { Page } from "@/lib/progress/store";
import { type Edit, standingEdits, type Validation, type ValidationState } from "@/lib/progress/validation";
import type { Engine } from "./engine";
import { differenceOf } from "./payload-difference";
import type { JudgedAction } from "./read-run";

export type ValidationView = {
  now: number;
  validation: Validation;
  run: Run;
  /** In the order they will be sent. */
  actions: JudgedAction[];
  /** What revisions changed in what is asked, against the payload before; one per action that is a revision. */
  changed: { actionId: string; revision: number; differences: Difference[] }[];
  /** Actions of the same run that this question is not about. */
  alreadyDone: JudgedAction[];
};
export type ValidationItem = Omit<ValidationView, "now" | "alreadyDone" | "changed">;

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
  const edits = standingEdits(validation);
  // An approver's edit reaches the ledger a moment after the decision; until then what it replaces is shown.
  const subjects = validation.subjects.map(({ actionId }) => {
    const edit = edits.find(({ newActionId }) => newActionId === actionId);
    return judged.some(({ action }) => action.id === actionId) ? actionId : (edit?.actionId ?? actionId);
  });
  const held = subjects.flatMap((id) => judged.filter((record) => record.action.id === id));
  // While one approval of two is missing, what would be sent is known here alone.
  const pending = validation.state === "pending" ? edits : [];
  const actions = held.map((record) => withEdit(record, pending));
  return {
    now,
    validation,
    run,
    actions,
    changed: actions.flatMap(({ action, payload }) => {
      const former =
        held.find((other) => other.action.id === action.id && other.action.revision < action.revision) ??
        judged.find(
          (other) => other.action.businessKey === action.businessKey && other.action.revision === action.revision - 1,
        );
      const differences = former ? differenceOf(former.payload, payload) : [];
      return former ? [{ actionId: action.id, revision: action.revision, differences }] : [];
    }),
    alreadyDone: judged.filter(
      ({ action }) => !asked.has(action.id) && !actions.some((shown) => shown.action.id === action.id) && action.live,
    ),
  };
}

/** As it would be sent with what an approver changed: the revision that follows the last approval. */
function withEdit(record: JudgedAction, edits: readonly Edit[]): JudgedAction {
  const edit = edits.find(({ actionId }) => actionId === record.action.id);
  if (edit === undefined) return record;
  const { fingerprint, payload } = edit;
  return { ...record, payload, action: { ...record.action, fingerprint, revision: record.action.revision + 1 } };
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
