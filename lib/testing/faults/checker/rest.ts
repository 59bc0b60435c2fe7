/** I14 to I16: once the faults have stopped, everything moves on, waits for somebody who is named, or is over. */

import { intentOf } from "./effects";
import { effectsOf, groupBy, type Observed, type Violation } from "./observed";

const over = new Set(["succeeded", "failed", "cancelled"]);

/** A claim takes an expired lease within a poll; a loaded machine is given this much more. */
const patienceMs = 10_000;

/** To be asked once two leases have passed since the last fault. */
export function everyRunHasAWaker(seen: Observed): Violation[] {
  const leases = new Map(seen.leases.map((lease) => [lease.runId, lease]));
  return seen.runs.flatMap((run) => {
    const why = stuckBecause(run, leases.get(run.id)?.expiresAt ?? null, seen.now);
    return why === null
      ? []
      : [{ invariant: "I14", runId: run.id, says: `${run.logicalRunId} is ${run.state}: ${why}` }];
  });
}

function stuckBecause(run: Observed["runs"][number], expiresAt: number | null, now: number): string | null {
  if (over.has(run.state)) return null;
  switch (run.state) {
    case "running":
      if (expiresAt === null) return "nobody holds its lease.";
      return now > expiresAt + patienceMs ? `its lease ended ${Math.round(now - expiresAt)} ms ago.` : null;
    case "queued":
    case "waiting":
      if (run.readyAt === null) return "nothing will make it ready.";
      return now > run.readyAt + patienceMs ? "it has been ready for long and nobody claims it." : null;
    case "needs_person":
      return run.waitsForValidations.length > 0 ? null : "it waits for a person and no validation is named.";
    case "blocked":
      if (run.cause === null) return "it has no cause.";
      return run.cause === "outcome_unknown" && run.waitsForActions.length === 0 ? "no action would wake it." : null;
    default:
      return run.cause === null ? "it has no cause." : null;
  }
}

/** To be asked once every worker has gone. */
export function nothingIsLeftBehind({ left }: Observed): Violation[] {
  if (left === null) return [];
  return Object.entries(left)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => ({ invariant: "I15", runId: null, says: `${count} ${what} are left.` }));
}

/**
 * A verdict is true: what was SAFE had not been executed when it was pressed, what was NOT NEEDED had been, and after
 * every press each intention was executed once at most and reached an end.
 */
export function verdictsAreTrue(seen: Observed): Violation[] {
  const actions = new Map(seen.actions.map((action) => [action.id, action]));
  const effects = groupBy(effectsOf(seen), ({ intent }) => intent);
  return seen.presses.flatMap(({ actionId, runId, verdict, pressed, at }) => {
    const action = actions.get(actionId);
    if (!action) return [{ invariant: "I16", runId, says: `The pressed action ${actionId} is gone.` }];
    const own = effects.get(intentOf(action)) ?? [];
    const before = own.filter((effect) => effect.at < at).length;
    const broken = (says: string) => [{ invariant: "I16", runId, says: `${intentOf(action)}: ${says}` }];
    if (verdict === "incident") return broken("its evidence contradicts itself.");
    if (verdict === "safe" && before > 0) return broken("it was called safe and had been executed.");
    if (verdict === "not_needed" && action.state === "confirmed" && before === 0) {
      return broken("it was called not needed and had not been executed.");
    }
    if (own.length > 1)
      return broken(`after "${pressed}" on the verdict ${verdict} it was executed ${own.length} times.`);
    return [];
  });
}

/** What the fixture's code lets through: the destination refused, or a person said no. */
const expectedErrors = new Set(["ActionRefused", "Rejected"]);

/** To be asked after everything that was suggested was pressed. */
export function everyRunEnds(seen: Observed): Violation[] {
  return seen.runs.flatMap((run) => {
    if (run.state === "failed" && !expectedErrors.has(run.error ?? "")) {
      return [{ invariant: "I16", runId: run.id, says: `${run.logicalRunId} failed with ${run.error}.` }];
    }
    if (over.has(run.state)) return [];
    const says = `${run.logicalRunId} is still ${run.state} (${run.cause}) after all that was suggested was pressed.`;
    return [{ invariant: "I16", runId: run.id, says }];
  });
}
