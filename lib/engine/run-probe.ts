/**
 * A worker's half of a look-up. Found settles the action as happened. Absent settles it only when it was explicit,
 * complete, asked late enough, and every sender is known to have ended; otherwise it stays unknown.
 */

import type { ActionState } from "@/lib/ledger/action";
import type { ProbeTask } from "@/lib/ledger/store";
import { absentCountsFrom, holdersEnded } from "@/lib/ledger/verdict";
import type { Engine } from "./engine";

/** What the destination answered to the look-up by our marker. */
export type ProbeAnswer = { found: boolean; complete: boolean; count: number; detail: string; record: unknown };

export const takeProbe = (engine: Engine, workerId: string, destinations: string[]): Promise<ProbeTask | null> =>
  engine.ledger.takeProbe(workerId, destinations);

export async function reportProbe(engine: Engine, task: ProbeTask, answer: ProbeAnswer): Promise<ActionState> {
  const { action, attempts, probe } = task;
  const now = await engine.ledger.now();
  const countsFrom = absentCountsFrom(action, attempts);
  const early = !answer.found && countsFrom !== null && now < countsFrom;
  const result = answer.found ? "found" : answer.complete && !early ? "absent" : "unclear";
  const trusted = holdersEnded(attempts) || action.declaration.probe?.acceptsSilentHolders === true;
  const settleAs = result === "found" ? "happened" : result === "absent" && trusted ? "did_not_happen" : null;
  const state = await engine.ledger.reportProbe(
    {
      probeId: probe.id,
      result,
      count: answer.count,
      detail:
        early && countsFrom !== null
          ? `${answer.detail} Too early to count: asked again at ${clock(countsFrom)}.`
          : answer.detail,
      record: answer.record === undefined || answer.record === null ? null : JSON.stringify(answer.record),
    },
    settleAs,
  );
  if (early && countsFrom !== null) {
    await engine.ledger.askProbe({
      probeId: engine.newId(),
      actionId: action.id,
      by: probe.askedBy,
      notBefore: countsFrom,
    });
  }
  return state;
}

const clock = (at: number): string => `${new Date(at).toISOString().slice(11, 19)} UTC`;
