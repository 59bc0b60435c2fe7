/**
 * The desk of what only a person can clear up: actions whose evidence contradicts itself, however their run ended, and the
 * unknown ones, grouped, with what the last "check all" of each destination came to so far.
 */

import { type ActionState, isDisputed } from "@/lib/ledger/action";
import { type DeskGroup, deskGroups } from "@/lib/ledger/desk";
import type { Hold } from "@/lib/ledger/destination";
import type { ActionRecord, Probe, RegisteredDestination } from "@/lib/ledger/store";
import { verdictOf } from "@/lib/ledger/verdict";
import type { CheckedItem } from "./check-destination";
import type { Command } from "./command-store";
import type { Engine } from "./engine";
import type { JudgedAction } from "./read-run";

export type Desk = {
  now: number;
  /** Nobody found out yet how often these happened; the newest first. */
  disputed: JudgedAction[];
  /** All unknown ones beside those; the groups hold the most urgent of them. */
  count: number;
  groups: DeskGroup<JudgedAction>[];
  holds: { name: string; title: string; hold: Hold }[];
  checks: BulkCheck[];
};

/** One "check all" and how far it got; each action by itself. */
export type BulkCheck = {
  commandId: string;
  destination: string;
  title: string;
  by: string;
  at: number;
  items: {
    actionId: string;
    type: string;
    object: string;
    /** As it is now. */
    state: ActionState;
    look: Pick<Probe, "state" | "result" | "detail"> | null;
    /** Why it was not looked up. */
    why: string | null;
  }[];
};

/** A morning's work; the rest follows as these are settled. */
const deskMax = 200;
const checksShownForMs = 60 * 60_000;

export async function readDesk(engine: Engine): Promise<Desk> {
  const [unknown, contradicted, counts, register, now] = await Promise.all([
    engine.ledger.readUnknown({ limit: deskMax }),
    readDisputed(engine, deskMax),
    engine.ledger.countActions({ states: ["unknown"] }),
    engine.ledger.listDestinations(),
    engine.ledger.now(),
  ]);
  const judge = (record: ActionRecord) => ({ ...record, verdict: verdictOf(record, now) });
  const judged = unknown.filter(({ action }) => !isDisputed(action)).map(judge);
  const disputed = contradicted.map(judge);
  const checks = await Promise.all(register.map((destination) => lastCheck(engine, destination, now)));
  return {
    now,
    disputed,
    count:
      counts.reduce((sum, { count }) => sum + count, 0) -
      disputed.filter(({ action }) => action.state === "unknown").length,
    groups: deskGroups(judged, now),
    holds: register.flatMap(({ declaration: { name, title }, hold }) => (hold ? [{ name, title, hold }] : [])),
    checks: checks.flatMap((check) => check ?? []),
  };
}

/** The newest of those whose evidence contradicts itself; each of them is trouble by itself, so there are few. */
export async function readDisputed({ ledger }: Engine, limit: number): Promise<ActionRecord[]> {
  const { rows } = await ledger.listActions({ disputed: true, pageSize: limit });
  return ledger.readActions(rows.map(({ action }) => action.id));
}

async function lastCheck(
  engine: Engine,
  { declaration }: RegisteredDestination,
  now: number,
): Promise<BulkCheck | null> {
  if (declaration.probe === null) return null;
  const commands = await engine.commands.listByObject(declaration.name);
  const last = commands.find(
    ({ kind, state, at }) => kind === "check" && state === "applied" && at > now - checksShownForMs,
  );
  if (last === undefined) return null;
  const items = itemsOf(last);
  const records = await engine.ledger.readActions(items.map(({ actionId }) => actionId));
  return {
    commandId: last.id,
    destination: declaration.name,
    title: declaration.title,
    by: last.by,
    at: last.at,
    items: records.map((record) => ({
      actionId: record.action.id,
      type: record.action.type,
      object: record.action.object,
      state: record.action.state,
      look: lookOf(record, last.at),
      why: items.find(({ actionId }) => actionId === record.action.id)?.why ?? null,
    })),
  };
}

/** The stored answer came from checkDestination, so it has its shape. */
const itemsOf = ({ answer }: Command): CheckedItem[] => (answer as { items?: CheckedItem[] } | null)?.items ?? [];

/** The newest look-up that was asked for then, or that was under way and served for it. */
function lookOf({ probes }: ActionRecord, askedAt: number): BulkCheck["items"][number]["look"] {
  const probe = probes.findLast(({ askedAt: at, finishedAt }) => at >= askedAt || (finishedAt ?? askedAt) >= askedAt);
  return probe ? { state: probe.state, result: probe.result, detail: probe.detail } : null;
}
