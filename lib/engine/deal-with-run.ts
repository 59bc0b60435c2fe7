/**
 * A person answers for a run that stopped for good: accepts it as it is, names the run that did its work, or opens it
 * again. The run itself is not touched, and every answer stays in its history.
 */

import { type DecisionKind, stoppedForGood } from "@/lib/progress/dealt-with";
import type { Run } from "@/lib/progress/run";
import { type Applied, type CommandAnswer, type CommandRefusal, command } from "./command";
import type { CommandKind, Operator } from "./command-store";
import type { Engine } from "./engine";
import { type HowDealtWith, readDealtWith } from "./read-dealt-with";

export type DealAsk = {
  runId: string;
  as: DecisionKind;
  /** For "superseded": the run that did the work. */
  supersededBy: string | null;
  /** Of the last decision that was on the screen; 0 when there was none. */
  number: number;
  reason: string;
  nonce: string;
  operator: Operator;
};
type Dealt = { runId: string; as: DecisionKind; number: number };

const kinds: Record<DecisionKind, CommandKind> = { accepted: "accept", superseded: "supersede", reopened: "reopen" };

export async function dealWithRun(engine: Engine, ask: DealAsk): Promise<CommandAnswer<Dealt>> {
  const record = await engine.progress.readRun(ask.runId);
  if (record === null) return { ok: false, code: "run_not_found", message: "There is no such run." };
  const { run } = record;
  const before = await readDealtWith(engine, record);
  return command<Dealt>(
    engine,
    {
      nonce: ask.nonce,
      kind: kinds[ask.as],
      objectKind: "run",
      objectId: ask.runId,
      operator: ask.operator,
      reason: ask.reason,
      shown: { number: ask.number, supersededBy: ask.supersededBy },
      before: { how: before.how, execution: run.executionCount },
    },
    async (): Promise<Applied<Dealt>> => {
      // The answer to this very click may have been lost after its row was written.
      const mine = before.decisions.find(({ id }) => id === ask.nonce);
      const refusal = mine ? null : (whyNot(run, before, ask) ?? (await whyNotThatRun(engine, ask)));
      if (refusal) return refusal;
      const made = await engine.stopDecisions.record({
        id: ask.nonce,
        runId: run.id,
        execution: run.executionCount,
        number: ask.number + 1,
        as: ask.as,
        supersededBy: ask.as === "superseded" ? ask.supersededBy : null,
        by: ask.operator.name,
        role: ask.operator.role,
        reason: ask.reason,
      });
      if (made === null) return changedMeanwhile;
      return { ok: true, runId: run.id, as: made.as, number: made.number, after: { as: made.as } };
    },
  );
}

/** The same question disables the button. */
export function whyNotDealWith(run: Pick<Run, "state" | "cause">, how: HowDealtWith["how"], as: DecisionKind) {
  if (!stoppedForGood(run)) {
    return no(
      "not_stopped",
      "It has not failed, nor is it blocked until a person resumes it: nothing is to be answered for.",
    );
  }
  if (as === "reopened" && how.as === "open") return no("not_dealt_with", "It is open already.");
  if (as !== "reopened" && how.as !== "open") {
    return no("already_dealt_with", "It is dealt with already. Open it again first, if that was wrong.");
  }
  return null;
}

function whyNot(run: Run, { how, decisions }: HowDealtWith, ask: DealAsk): CommandRefusal | null {
  if ((decisions[0]?.number ?? 0) !== ask.number) return changedMeanwhile;
  return whyNotDealWith(run, how, ask.as);
}

/** A run that failed too cannot stand for another one: two of them could stand for each other. */
async function whyNotThatRun(engine: Engine, { as, runId, supersededBy }: DealAsk): Promise<CommandRefusal | null> {
  if (as !== "superseded") return null;
  const other = supersededBy === null ? null : await engine.progress.findRun(supersededBy);
  if (other === null) return no("run_not_found", "The run that you named does not exist.");
  if (other.id === runId)
    return no("other_run_not_fit", "A run cannot stand for itself. Name the run that did its work.");
  return stoppedForGood(other) || other.state === "cancelled"
    ? no("other_run_not_fit", `That run is ${other.state} itself. Name the one that did the work.`)
    : null;
}

const no = (code: string, message: string): CommandRefusal => ({ ok: false, code, message });
const changedMeanwhile = no("changed_meanwhile", "Somebody else decided about it meanwhile. Look at it again.");
