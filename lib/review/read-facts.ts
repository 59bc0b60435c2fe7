/** Reads the trouble of a range of time from each half by itself, and puts the two beside each other. */

import type { Engine } from "@/lib/engine/engine";
import { findGaps, gapAgeMs } from "@/lib/engine/read-gaps";
import type { TroubledAction } from "@/lib/ledger/trouble";
import { type Facts, unknownForMs, waitForMs } from "./facts";

export type FactRange = { from: number; to: number; limit: number };

/** `isWhole`: no read ended at its limit. */
export async function readFacts(
  engine: Engine,
  range: FactRange,
  runbooks: Facts["runbooks"],
): Promise<{ facts: Facts; isWhole: boolean }> {
  const { progress, ledger } = engine;
  const [computedAgain, blockedExecutions, runsWithoutLogs, longWaits, unreasonedRetries] = await Promise.all([
    progress.computedAgain(range),
    progress.blockedExecutions(range),
    progress.runsWithoutLogs(range),
    progress.longWaits({ ...range, longerThanMs: waitForMs }),
    progress.unreasonedRetries(range),
  ]);
  const [contradictions, nearMisses, mismatches, zombies, unknowns, unreasoned, gaps] = await Promise.all([
    ledger.contradictions(range),
    ledger.nearMissesComeTrue(range),
    ledger.payloadMismatches(range),
    ledger.zombieReports(range),
    ledger.longUnknowns({ ...range, longerThanMs: unknownForMs }),
    ledger.unreasonedAttempts(range),
    readGapsOf(engine, range),
  ]);
  const ofActions = [contradictions, nearMisses, mismatches, zombies, unknowns, unreasoned, gaps];
  const runIds = new Set(ofActions.flat().flatMap(({ action }) => action.runId ?? []));
  const workflows = await progress.workflowsOf([...runIds]);
  const placed = <T extends TroubledAction>(troubles: T[]) =>
    troubles.map((trouble) => ({ ...trouble, workflow: workflows[trouble.action.runId ?? ""] ?? null }));
  const facts: Facts = {
    computedAgain,
    blockedExecutions,
    runsWithoutLogs,
    longWaits,
    unreasonedRetries,
    contradictions: placed(contradictions),
    nearMissesComeTrue: placed(nearMisses),
    payloadMismatches: placed(mismatches),
    zombieReports: placed(zombies),
    longUnknowns: placed(unknowns),
    unreasonedAttempts: placed(unreasoned),
    gaps: placed(gaps),
    runbooks,
  };
  // Waits and gaps are states, not events: a shorter range holds no fewer of them, and so many tell enough.
  const { longWaits: _, gaps: _gaps, runbooks: _runbooks, ...events } = facts;
  return { facts, isWhole: Object.values(events).every((rows) => rows.length < range.limit) };
}

async function readGapsOf({ ledger, progress }: Engine, { from, to, limit }: FactRange) {
  const before = to - gapAgeMs;
  const actions = await ledger.agedActions({ from: from - gapAgeMs, before, limit });
  const kept = await progress.keptActions([...new Set(actions.map(({ runId }) => runId))]);
  const gaps = findGaps(actions, kept, before);
  const records = await ledger.readActions(gaps.map(({ action }) => action.id));
  return records.flatMap(({ action }) => {
    const gap = gaps.find((one) => one.action.id === action.id);
    if (gap === undefined) return [];
    const { declaration, id, runId, type, object, destination } = action;
    const { kind, sentence, since } = gap;
    const named = { action: { id, runId, type, object, destination }, declaration, executionId: null };
    return [{ ...named, id: `${kind} ${id}`, at: since + gapAgeMs, kind, sentence }];
  });
}
