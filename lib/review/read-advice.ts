/**
 * What a workflow's last 30 days say, read from each half by itself and put beside each other, and the advice on it. All
 * figures are of the same runs: the newest ones that began in that time.
 */

import type { CountedAction, DestinationUse } from "@/lib/ledger/protection";
import type { WorkflowUse } from "@/lib/progress/protection";
import type { ComputedAgain } from "@/lib/progress/trouble";
import { type Advice, adviseOn } from "./advice";
import { costliestFirst, type Trouble, totalCost } from "./costliest";
import { type Cost, type Incident, incidentStates } from "./incident";
import type { ReviewEngine } from "./review-engine";
import { seenWithin } from "./seen-within";

export const adviceDays = 30;
/** Enough for a figure that stands still, and few enough that reading them never weighs on what runs. */
const runsMax = 2_000;
const againMax = 5_000;
const incidentsMax = 500;
const actionsMax = 500;
const dayMs = 24 * 60 * 60 * 1000;

/** Whether somebody wrote down what to do about it; the destinations are those it wrote to. */
export type HasRunbook = (workflow: string, destinations: readonly string[]) => boolean;

export type WorkflowAdvice = {
  workflow: string;
  from: number;
  to: number;
  /** That began in the time; `counted` of them, the newest, are what everything else is of. */
  runs: number;
  counted: number;
  /** Steps computed again after their execution was lost, or because a person resumed from before them. */
  again: ComputedAgain[];
  /** What the steps among them that followed a lost execution took. */
  lostCost: Cost & { steps: number; metered: number };
  use: Omit<WorkflowUse, "runIds">;
  destinations: DestinationUse[];
  actions: CountedAction[];
  /** There are more of them than are listed. */
  moreActions: boolean;
  troubles: Trouble[];
  advice: Advice;
};

export type AdviceRow = Pick<WorkflowAdvice, "workflow" | "runs" | "troubles"> & Pick<Advice, "recommendation">;

/** By name. */
export async function listAdvice(engine: ReviewEngine, hasRunbook: HasRunbook): Promise<AdviceRow[]> {
  const shared = await readShared(engine);
  const rows: AdviceRow[] = [];
  // One after the other: a page that is looked at once a week does not compete with the runs.
  for (const { workflow, runs } of shared.workflows) {
    const { troubles, advice } = await adviceOf(engine, shared, { workflow, runs }, hasRunbook);
    rows.push({ workflow, runs, troubles, recommendation: advice.recommendation });
  }
  return rows;
}

/** Null when no run of it began in the time. */
export async function readAdvice(
  engine: ReviewEngine,
  workflow: string,
  hasRunbook: HasRunbook,
): Promise<WorkflowAdvice | null> {
  const shared = await readShared(engine);
  const named = shared.workflows.find((one) => one.workflow === workflow);
  return named ? adviceOf(engine, shared, named, hasRunbook) : null;
}

type Shared = Awaited<ReturnType<typeof readShared>>;

async function readShared(engine: ReviewEngine) {
  const to = (await engine.progress.now()) + 1;
  const from = to - adviceDays * dayMs;
  const [workflows, again, incidents] = await Promise.all([
    engine.progress.workflowRuns({ from, to }),
    engine.progress.computedAgain({ from, to, limit: againMax }),
    readIncidents(engine, from, to),
  ]);
  return { from, to, workflows, again, incidents };
}

async function adviceOf(
  engine: ReviewEngine,
  { from, to, again: allAgain, incidents }: Shared,
  { workflow, runs }: { workflow: string; runs: number },
  hasRunbook: HasRunbook,
): Promise<WorkflowAdvice> {
  const { runIds, ...use } = await engine.progress.workflowUse({ workflow, from, to, runsMax });
  const [destinations, actions] = await Promise.all([
    engine.ledger.destinationUse(runIds),
    engine.ledger.countedActions({ runIds, limit: actionsMax + 1 }),
  ]);
  const counted = new Set(runIds);
  const again = allAgain.filter(({ runId }) => counted.has(runId));
  const afterLoss = again.filter(({ why }) => why === "execution_lost");
  const lostCost = {
    ...costOf(afterLoss),
    steps: afterLoss.length,
    metered: afterLoss.filter(({ tokens, microUsd }) => tokens > 0 || microUsd > 0).length,
  };
  const advice = adviseOn({
    workflow,
    runs: runIds.length,
    hasRunbook: hasRunbook(
      workflow,
      destinations.map(({ destination }) => destination),
    ),
    plainSteps: use.plainSteps,
    computedP50Ms: use.computedP50Ms,
    lostExecutions: use.lost.executions,
    again: { steps: again.length, cost: costOf(again) },
    reusedSteps: use.reused.steps,
    reusedMs: use.reused.tookMs,
    checkpoints: use.checkpoints,
    questionsMadeVoid: use.validations.madeVoid,
    destinations,
  });
  return {
    workflow,
    from,
    to,
    runs,
    counted: runIds.length,
    again,
    lostCost,
    use,
    destinations,
    actions: actions.slice(0, actionsMax),
    moreActions: actions.length > actionsMax,
    troubles: costliestFirst(incidents.filter(({ place }) => place.workflow === workflow)),
    advice,
  };
}

const costOf = (again: readonly ComputedAgain[]): Cost =>
  totalCost(again.map(({ tookMs, tokens, microUsd }) => ({ ms: tookMs, tokens, microUsd })));

/** What was dismissed was none. */
const countedStates = incidentStates.filter((state) => state !== "dismissed");

async function readIncidents({ incidents }: ReviewEngine, from: number, to: number): Promise<Incident[]> {
  const figures = await incidents.figures({ from, to });
  const found: Incident[] = [];
  let cursor: string | undefined;
  do {
    const page = await incidents.list({ states: countedStates, from, to, cursor, pageSize: 100 });
    found.push(...page.rows);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && found.length < incidentsMax);
  return seenWithin(found, figures);
}
