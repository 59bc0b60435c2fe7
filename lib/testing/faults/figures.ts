/** What one scenario measured, in numbers that can be added up. */

import { type Cell, cellName } from "./cells";
import { effectsOf, groupBy, type Observed, type Violation } from "./checker/observed";
import type { Play } from "./play";

export type Figures = {
  runs: number;
  /** Runs that the fault really struck, by cell. */
  struck: Record<string, number>;
  /** Attempts by outcome, after everything was pressed. */
  outcomes: Record<string, number>;
  /** States of actions at rest, before anything was pressed. */
  atRest: Record<string, number>;
  verdicts: Record<string, number>;
  effects: number;
  effectsRepeated: number;
  /** Acknowledged checkpoints that are gone, and finished steps that began again. */
  progressLost: number;
  /** Steps that had begun, left no checkpoint, and began again: what a crash costs. */
  begunAgain: number;
  /** From a fault on a worker to the next claim of each run it held. */
  reclaimMs: number[];
};

export const noFigures = (): Figures => ({
  runs: 0,
  struck: {},
  outcomes: {},
  atRest: {},
  verdicts: {},
  effects: 0,
  effectsRepeated: 0,
  progressLost: 0,
  begunAgain: 0,
  reclaimMs: [],
});

export function figuresOf(play: Play, atRest: Observed, atEnd: Observed, violations: readonly Violation[]): Figures {
  const intents = groupBy(effectsOf(atEnd), ({ intent }) => intent);
  const cell: Cell = play.scenario.cell;
  return {
    runs: play.scenario.runs.length,
    struck: { [cellName(cell)]: play.struck.size },
    outcomes: count(
      atEnd.attempts.map(({ outcome, resolution }) => resolution ?? outcome ?? "open"),
      {
        unknown: atEnd.attempts.filter(({ outcome }) => outcome === "unknown").length,
      },
    ),
    atRest: count(atRest.actions.map(({ state }) => state)),
    verdicts: count(
      [...new Set(atEnd.presses.map(({ actionId, verdict }) => `${actionId}/${verdict}`))].map(
        (press) => press.split("/")[1] ?? "",
      ),
    ),
    effects: intents.size,
    effectsRepeated: [...intents.values()].filter((effects) => effects.length > 1).length,
    progressLost: violations.filter(({ invariant }) => invariant === "I7" || invariant === "I8").length,
    begunAgain: begunAgain(atEnd),
    reclaimMs: reclaims(play, atEnd),
  };
}

function begunAgain({ workers }: Observed): number {
  const bodies = workers.flatMap((line) => (line.event === "body" ? [`${line.runId}/${line.step}`] : []));
  return bodies.length - new Set(bodies).size;
}

function count(values: readonly string[], more: Record<string, number> = {}): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return { ...counts, ...more };
}

/** Only where it goes on by itself: a manual run waits for its person. */
function reclaims(play: Play, { executions }: Observed): number[] {
  return [...play.killedAt].flatMap(([workerId, at]) =>
    executions.flatMap((lost) => {
      if (lost.workerId !== workerId || !["lost", "crashed"].includes(lost.state)) return [];
      const next = executions.find(({ runId, number }) => runId === lost.runId && number === lost.number + 1);
      return next?.kind === "recovery" && next.startedAt > at ? [next.startedAt - at] : [];
    }),
  );
}

export function addFigures(a: Figures, b: Figures): Figures {
  return {
    runs: a.runs + b.runs,
    struck: addCounts(a.struck, b.struck),
    outcomes: addCounts(a.outcomes, b.outcomes),
    atRest: addCounts(a.atRest, b.atRest),
    verdicts: addCounts(a.verdicts, b.verdicts),
    effects: a.effects + b.effects,
    effectsRepeated: a.effectsRepeated + b.effectsRepeated,
    progressLost: a.progressLost + b.progressLost,
    begunAgain: a.begunAgain + b.begunAgain,
    reclaimMs: [...a.reclaimMs, ...b.reclaimMs],
  };
}

function addCounts(a: Record<string, number>, b: Record<string, number>): Record<string, number> {
  const sum = { ...a };
  for (const [name, value] of Object.entries(b)) sum[name] = (sum[name] ?? 0) + value;
  return sum;
}
