/** What becomes of a run in memory whose execution was lost. */

import { afterDeath, apartMs, deathsInARow } from "@/lib/progress/execution";
import { isLive, type KeptRun, loseExecution, note, recordedSteps } from "./memory-progress-run";

/** Closes the execution that the lease names as lost, and says for people where it stood. */
function loseAndSay(kept: KeptRun, crashed: boolean): string {
  const open = kept.steps.filter(isLive).sort((a, b) => a.ordinal - b.ordinal);
  const inStep =
    open.findLast(({ state }) => state === "running") ?? open.findLast(({ state }) => state === "retrying");
  const last = recordedSteps(kept, kept.run.checkpointCount).at(-1);
  const worker = kept.lease.holder?.workerName;
  loseExecution(kept, crashed);
  return [
    `${worker} ${crashed ? "ended" : "fell silent"}${inStep ? ` in ${inStep.name}` : ""}.`,
    `Last checkpoint: ${last ? `${last.number} (${last.name})` : "none"}.`,
  ].join(" ");
}

export function interrupt(kept: KeptRun, crashed: boolean, now: number): void {
  stop(kept, now, { state: "interrupted", cause: "execution_lost", causeText: loseAndSay(kept, crashed) });
}

/** True when another execution may go on at once; else the run waits apart from others, or for a person. */
export function recover(kept: KeptRun, crashed: boolean, now: number): boolean {
  const says = loseAndSay(kept, crashed);
  const stored = new Set(kept.checkpoints.filter((c) => c.parentId === null).map((c) => c.executionId));
  const died = deathsInARow(kept.executions, (id) => stored.has(id));
  const begins = `${died} executions in a row died without a new checkpoint. ${says}`;
  switch (afterDeath(died)) {
    case "at_once":
      return true;
    case "apart": {
      const causeText = `${begins} The next one starts apart from others.`;
      const readyAt = now + apartMs(kept.run.id);
      stop(kept, now, { state: "waiting", cause: "retry", causeText, wakeAt: readyAt });
      kept.readyAt = readyAt;
      return false;
    }
    case "quarantined": {
      const causeText = `${begins} Find out what ended them, then resume it.`;
      stop(kept, now, { state: "blocked", cause: "quarantined", causeText });
      return false;
    }
  }
}

/** Nobody took it over: it is not running, and keeps its place in the queue. */
export function requeue(kept: KeptRun, now: number): void {
  const causeText = "Its worker was lost; another one goes on with it.";
  Object.assign(kept.run, { state: "queued", cause: "recovering", causeText, lastActivityAt: now });
  kept.readyAt = kept.run.createdAt;
}

function stop(kept: KeptRun, now: number, as: Partial<KeptRun["run"]> & { causeText: string }): void {
  Object.assign(kept.run, { ...as, lastActivityAt: now });
  const { executionId } = kept.lease;
  note(kept, { at: now, kind: "run", level: "warn", text: as.causeText, stepId: null, executionId });
}
