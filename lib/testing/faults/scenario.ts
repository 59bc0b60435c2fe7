/**
 * One seed decides everything that is chosen: the fault and its boundary, the runs and their shapes, which of several
 * actions is struck, how long, whether the end of a worker is seen, what people decide.
 */

import { type Chance, chanceOf } from "@/lib/testing/seed/chance";
import { type Cell, cells } from "./cells";

export const shapes = ["refund", "mail", "charge", "all", "held", "drift", "held_drift", "deaf", "busy"] as const;
export type Shape = (typeof shapes)[number];

export type PlannedRun = {
  object: string;
  logicalRunId: string;
  shape: Shape;
  recovery: "automatic" | "manual";
  /** Of several actions, the one at which the run is held for the fault. */
  heldAt: number;
  decision: "approve" | "reject";
  /** How long its first step takes, so that a fault at any time meets runs at every point. */
  thinkMs: number;
};

export type Scenario = {
  seed: number;
  cell: Cell;
  leaseMs: number;
  runs: PlannedRun[];
  /** A supervisor sees that the killed worker has ended; otherwise its holder stays silent. */
  exitSeen: boolean;
  /** What the destination does with requests that it had received and not executed when the fault struck. */
  executesLate: boolean;
  /** For faults that strike anytime: how long after the first claim. */
  afterMs: number;
  /** Beyond the lease. */
  outageMs: number;
  /** The grace of a terminated worker. */
  graceMs: number;
  /** For cuts: how many statements pass between two that are cut. */
  cutEvery: number;
  /** The outside world takes up to so long for a request. */
  slowMs: number;
};

/** The shortest lease that a workflow may declare, with a half to spare for two busy cores. */
const leaseMs = 1_500;

export function scenarioOf(seed: number, runCount: number, only: { cell?: Cell; shapes?: Shape[] } = {}): Scenario {
  const chance = chanceOf(`faults/${seed}`);
  // The seeds from 1 on go through all cells in turn, and each round is another one.
  const cell = only.cell ?? (cells[(seed - 1) % cells.length] as Cell);
  // Gathered runs are to arrive together; others are spread over the time in which the fault may strike.
  const spread = cell.boundary === "anytime" || cell.fault === "blocked_loop" ? 1 : 0;
  const pool = only.shapes ?? shapesFor(cell);
  return {
    seed,
    cell,
    leaseMs,
    runs: Array.from({ length: runCount }, (_, i) => {
      const run = plannedRun(seed, i, pool, spread, chance.fork(`run/${i}`));
      // What is to be pressed must wait for it.
      return cell.fault === "web_killed" ? { ...run, recovery: "manual" } : run;
    }),
    exitSeen: chance.happens(0.5),
    executesLate: chance.happens(0.5),
    afterMs: Math.round(chance.between(50, 600)),
    outageMs: leaseMs + Math.round(chance.between(700, 1_500)),
    graceMs: Math.round(chance.between(200, 900)),
    cutEvery: Math.round(chance.between(1, 3)),
    slowMs: spread === 1 ? 300 : 20,
  };
}

/** Before it blocks, so that its worker holds others by then. */
const busyThinkMs = 500;

function plannedRun(seed: number, i: number, pool: readonly Shape[], spread: 0 | 1, chance: Chance): PlannedRun {
  // Each shape comes up; one run that blocks its worker strikes all the others there.
  const shape = i < pool.length ? (pool[i] as Shape) : chance.pick(pool.filter((each) => each !== "busy"));
  return {
    object: `T-${i}`,
    logicalRunId: `s${seed}-r${i}`,
    shape,
    recovery: chance.happens(0.7) ? "automatic" : "manual",
    heldAt: Math.floor(chance.between(0, 3)),
    decision: chance.happens(0.8) ? "approve" : "reject",
    thinkMs:
      shape === "busy" ? busyThinkMs : Math.round(spread === 1 ? chance.between(100, 1_200) : chance.between(0, 50)),
  };
}

function shapesFor({ fault, boundary }: Cell): Shape[] {
  if (fault === "deaf_sender") return ["deaf"];
  // Of a mail nobody can be asked but a person.
  if (fault === "web_killed" && boundary === "B6") return ["mail"];
  if (fault === "blocked_loop") return ["busy", "refund", "charge", "mail"];
  if (boundary === "B11" || boundary === "B11a" || boundary === "B12") return ["held", "held", "held", "held_drift"];
  return ["refund", "mail", "charge", "all", "all", "refund", "charge", "mail", "held", "drift"];
}
