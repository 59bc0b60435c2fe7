/**
 * What a runbook is opened about: the run, action or incident, what its placeholders lead to, and which of its steps
 * were followed there. Null when it is not there.
 */

import type { ActionRecord } from "@/lib/ledger/store";
import type { ReviewEngine } from "./review-engine";
import type { Runbook } from "./runbook";
import { meets } from "./runbook";
import type { FollowedObject, FollowedStep } from "./runbook-step-store";

export type RunbookContext = {
  object: FollowedObject;
  /** As people know it. */
  name: string;
  runId: string | null;
  /** Null where several actions could be meant, or none. */
  actionId: string | null;
  destination: string | null;
  followed: FollowedStep[];
};

export async function readRunbookContext(
  engine: ReviewEngine,
  object: FollowedObject,
  runbook: Pick<Runbook, "slug" | "patterns">,
): Promise<RunbookContext | null> {
  const [about, all] = await Promise.all([aboutOf(engine, object, runbook), engine.runbookSteps.list(object)]);
  return about && { object, ...about, followed: all.filter(({ slug }) => slug === runbook.slug) };
}

type About = Pick<RunbookContext, "name" | "runId" | "actionId" | "destination">;

async function aboutOf(
  { progress, ledger, incidents }: ReviewEngine,
  { kind, id }: FollowedObject,
  runbook: Pick<Runbook, "patterns">,
): Promise<About | null> {
  switch (kind) {
    case "run": {
      const run = await progress.findRun(id);
      if (run === null) return null;
      return { name: run.subject ?? run.logicalRunId, runId: id, ...meant(await ledger.readRunActions(id), runbook) };
    }
    case "action": {
      const action = await ledger.findAction(id);
      if (action === null) return null;
      const { type, object, runId, destination } = action;
      return { name: `${type} for ${object}`, runId, actionId: id, destination };
    }
    case "incident": {
      const record = await incidents.read(id);
      if (record === null) return null;
      const [latest] = record.evidence;
      return {
        name: record.incident.title,
        runId: latest?.runId ?? null,
        actionId: latest?.actionId ?? null,
        destination: record.incident.place.destination,
      };
    }
  }
}

/** Of a run's actions the one that the runbook is about: at its destination, and not settled if there is such a one. */
function meant(actions: readonly ActionRecord[], { patterns }: Pick<Runbook, "patterns">) {
  const there = actions.filter(
    ({ action }) => !patterns.destination || patterns.destination.some((one) => meets(one, action.destination)),
  );
  const unknown = there.filter(({ action }) => action.state === "unknown" || action.contradictedAt !== null);
  const open = unknown.length > 0 ? unknown : there;
  const [only] = open.length === 1 ? open : [];
  const destinations = [...new Set(open.map(({ action }) => action.destination))];
  return {
    actionId: only?.action.id ?? null,
    destination: destinations.length === 1 ? (destinations[0] ?? null) : null,
  };
}
