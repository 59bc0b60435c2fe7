/** I6: whose turn it is. Tokens rise, tenures do not overlap, and nothing is accepted from a tenure that is over. */

import { type ExecutionSeen, groupBy, type Observed, type Violation } from "./observed";

const violation = (runId: string, says: string): Violation => ({ invariant: "I6", runId, says });

export function tenuresFollowEachOther(seen: Observed): Violation[] {
  return [...groupBy(seen.executions, ({ runId }) => runId)].flatMap(([runId, executions]) => {
    const inOrder = [...executions].sort((a, b) => a.number - b.number);
    const alive = inOrder.filter(({ state }) => state === "alive" || state === "starting");
    const found = alive.length > 1 ? [violation(runId, `${alive.length} executions are alive.`)] : [];
    for (const [i, next] of inOrder.entries()) {
      const before = inOrder[i - 1];
      if (before === undefined) continue;
      if (next.token <= before.token) {
        found.push(violation(runId, `Execution ${next.number} has token ${next.token}, after ${before.token}.`));
      }
      if (before.endedAt === null || before.endedAt > next.startedAt) {
        found.push(violation(runId, `Execution ${next.number} began while ${before.number} held its lease.`));
      }
    }
    const token = seen.leases.find((lease) => lease.runId === runId)?.token;
    const highest = inOrder.at(-1)?.token;
    if (token !== undefined && highest !== undefined && token !== highest) {
      found.push(violation(runId, `Its lease has token ${token}, its latest execution ${highest}.`));
    }
    return found;
  });
}

export function nothingAcceptedFromOldTenures(seen: Observed): Violation[] {
  const executions = new Map(seen.executions.map((execution) => [execution.id, execution]));
  return [
    ...oldCheckpoints(seen, executions),
    ...lateCheckpoints(seen, executions),
    ...oldEnds(seen, executions),
    ...writesInsideLocks(seen, executions),
  ];
}

/** By order, not by time: what a claim was told is kept came before it, and all else must come from it or later ones. */
function oldCheckpoints(seen: Observed, executions: Map<string, ExecutionSeen>): Violation[] {
  const checkpoints = groupBy(seen.checkpoints, ({ runId }) => runId);
  return seen.workers.flatMap((line) => {
    if (line.event !== "claimed") return [];
    return (checkpoints.get(line.runId) ?? []).flatMap((checkpoint) => {
      const token = executions.get(checkpoint.executionId)?.token ?? 0;
      if (checkpoint.number <= line.checkpoints || token >= line.token) return [];
      const says = `Checkpoint ${checkpoint.number} was accepted from token ${token} after token ${line.token} had begun.`;
      return [violation(line.runId, says)];
    });
  });
}

/** A lost tenure ended when its lease did, and its last write carries the time of its end at most. */
function lateCheckpoints(seen: Observed, executions: Map<string, ExecutionSeen>): Violation[] {
  return seen.checkpoints.flatMap(({ runId, number, executionId, createdAt }) => {
    const execution = executions.get(executionId);
    if (execution === undefined || execution.endedAt === null || createdAt <= execution.endedAt) return [];
    const says = `Checkpoint ${number} was accepted ${Math.ceil(createdAt - execution.endedAt)} ms after the tenure of token ${execution.token} had ended.`;
    return [violation(runId, says)];
  });
}

/** Whoever was told that it ended the run must be the one that did. */
function oldEnds(seen: Observed, executions: Map<string, ExecutionSeen>): Violation[] {
  return seen.workers.flatMap((line) => {
    if (line.event !== "recorded" || line.end === null) return [];
    const execution = executions.get(line.executionId);
    if (execution?.endReason === line.end) return [];
    const says = `"${line.end}" was accepted from token ${line.token}, whose tenure ended by "${execution?.endReason}".`;
    return [violation(line.runId, says)];
  });
}

/** A write that waited for a lock carries a time from after the wait: otherwise it was compared with an older clock. */
function writesInsideLocks(seen: Observed, executions: Map<string, ExecutionSeen>): Violation[] {
  return seen.locks.flatMap(({ runId, from, until }) =>
    seen.checkpoints
      .filter((checkpoint) => checkpoint.runId === runId && checkpoint.createdAt > from && checkpoint.createdAt < until)
      .map((checkpoint) => {
        const token = executions.get(checkpoint.executionId)?.token;
        const says = `Checkpoint ${checkpoint.number} of token ${token} has a time at which its lease was locked by another.`;
        return violation(runId, says);
      }),
  );
}
