/**
 * The runbooks there are, what they were used for, and those that are missing: places that had incidents, blocked or
 * failed runs or unknown outcomes in the last five weeks, and for which none fits.
 */

import type { Engine } from "@/lib/engine/engine";
import { verdictOf } from "@/lib/ledger/verdict";
import type { ReviewEngine } from "./review-engine";
import type { Runbook } from "./runbook";
import { type Matter, matchRunbooks } from "./runbook-match";
import { matterOfAction, matterOfIncident, matterOfRun } from "./runbook-matter";
import type { RunbookUse } from "./runbook-step-store";

export const missingWeeks = 5;

export type MissingRunbook = {
  matter: Matter;
  incidents: number;
  runs: number;
  actions: number;
  lastAt: number;
};

type Seen = { matter: Matter; of: "incidents" | "runs" | "actions"; at: number };

export type RunbookUses = { now: number; uses: RunbookUse[]; missing: MissingRunbook[] };

export async function readRunbookUses(engine: ReviewEngine, runbooks: readonly Runbook[]): Promise<RunbookUses> {
  const now = await engine.progress.now();
  const from = now - missingWeeks * 7 * 86_400_000;
  const named = await namesByDestination(engine);
  const [uses, incidents, runs, actions] = await Promise.all([
    engine.runbookSteps.uses(),
    seenIncidents(engine, from, named),
    seenRuns(engine, from),
    seenUnknowns(engine, from, now),
  ]);
  return { now, uses, missing: missingOf([...incidents, ...runs, ...actions], runbooks) };
}

/** One line per place and cause; the most frequent first. */
export function missingOf(seen: readonly Seen[], runbooks: readonly Runbook[]): MissingRunbook[] {
  const missing = new Map<string, MissingRunbook>();
  for (const { matter, of, at } of seen) {
    if (matchRunbooks(matter, runbooks) !== null) continue;
    const key = JSON.stringify([matter.destination, matter.workflow, matter.step, matter.cause]);
    const known = missing.get(key) ?? { matter, incidents: 0, runs: 0, actions: 0, lastAt: at };
    missing.set(key, { ...known, [of]: known[of] + 1, lastAt: Math.max(known.lastAt, at) });
  }
  const count = (one: MissingRunbook) => one.incidents + one.runs + one.actions;
  return [...missing.values()].sort((a, b) => count(b) - count(a) || b.lastAt - a.lastAt);
}

/** Which runbook each declared destination names. */
export async function namesByDestination({ ledger }: Pick<Engine, "ledger">): Promise<Map<string, string>> {
  const destinations = await ledger.listDestinations();
  return new Map(
    destinations.flatMap(({ declaration: { name, runbook } }) => (runbook === null ? [] : [[name, runbook]])),
  );
}

/** Enough to see each kind of place; the page counts what it read. */
const pagesMax = 5;
const pageSize = 200;

async function seenIncidents(engine: ReviewEngine, from: number, named: Map<string, string>): Promise<Seen[]> {
  const pages = await pagesOf((cursor) => engine.incidents.list({ from, cursor, pageSize }));
  return pages
    .filter(({ state, cause }) => state !== "dismissed" && cause !== "no_runbook")
    .map((incident) => ({
      matter: matterOfIncident(incident, named.get(incident.place.destination ?? "") ?? null),
      of: "incidents",
      at: incident.lastSeenAt,
    }));
}

async function seenRuns(engine: Engine, from: number): Promise<Seen[]> {
  const runs = await pagesOf((cursor) =>
    engine.progress.listRuns({ states: ["blocked", "failed"], from, cursor, pageSize }),
  );
  // What blocks a run at an action is the action's place, which is read apart.
  return runs
    .filter(({ cause }) => cause !== "outcome_unknown")
    .map((run) => ({
      matter: { ...matterOfRun(run, run.currentStep, []), named: [] },
      of: "runs",
      at: run.endedAt ?? run.lastActivityAt,
    }));
}

async function seenUnknowns(engine: Engine, from: number, now: number): Promise<Seen[]> {
  const records = await engine.ledger.readUnknown({ limit: pageSize });
  const recent = records.filter(({ action }) => (action.firstBegunAt ?? action.createdAt) >= from);
  const runs = await Promise.all(recent.map(({ action }) => action.runId && engine.progress.findRun(action.runId)));
  return recent.map((record, at) => ({
    matter: matterOfAction({ ...record, verdict: verdictOf(record, now) }, runs[at] || null),
    of: "actions",
    at: record.action.firstBegunAt ?? record.action.createdAt,
  }));
}

async function pagesOf<Row>(list: (cursor?: string) => Promise<{ rows: Row[]; next: string | null }>): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const { rows: found, next } = await list(cursor);
    rows.push(...found);
    if (next === null) break;
    cursor = next;
  }
  return rows;
}
