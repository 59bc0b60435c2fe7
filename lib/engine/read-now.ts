/** What the first page shows: what needs a person, what is running, and the week's three numbers. */

import { type ActionState, isDisputed } from "@/lib/ledger/action";
import type { Hold } from "@/lib/ledger/destination";
import { retryWindow } from "@/lib/ledger/retry-window";
import type { ActionRecord, ActionRow } from "@/lib/ledger/store";
import { verdictOf } from "@/lib/ledger/verdict";
import type { RunState } from "@/lib/progress/run";
import type { ReadyRuns, RunRow } from "@/lib/progress/store";
import { isServed } from "@/lib/progress/worker";
import { besideKinds, type Command } from "./command-store";
import type { Engine } from "./engine";
import { listActions } from "./list-actions";
import { type RunListItem, withActions } from "./list-runs";
import { readDisputed } from "./read-desk";
import { type Gap, readGaps } from "./read-gaps";
import { type Insights, readInsights } from "./read-insights";
import type { JudgedAction } from "./read-run";
import { listValidations, type ValidationItem } from "./read-validations";
import { type ThreeAnswers, threeAnswers } from "./three-answers";

/** A run that needs somebody, with its three answers as sentences. */
export type Story = RunListItem & { answers: ThreeAnswers; ledger: JudgedAction[] };

export type NowView = {
  now: number;
  /** Destinations to which nothing is sent for now. */
  holds: { name: string; title: string; hold: Hold }[];
  /** Unknown ones whose safe retry is about to end, the first one first. */
  closing: JudgedAction[];
  stopped: Story[];
  stoppedCount: number;
  /** Runs that stopped for good and that nobody and nothing dealt with, however old. */
  openCount: number;
  /** Actions whose evidence contradicts itself and whose run is not among the stopped ones, as after its end. */
  disputed: JudgedAction[];
  /** Unknown actions whose run is not among the stopped ones, such as calls guarded without a run. */
  unknown: JudgedAction[];
  unknownCount: number;
  approvals: ValidationItem[];
  approvalCount: number;
  /** Where progress and the ledger do not fit together. */
  gaps: Gap[];
  /** What operators pressed in the last minutes, with the state that is observed now. */
  pressed: Pressed[];
  running: RunListItem[];
  /** What waits for workers that are not there. */
  unserved: ReadyRuns[];
  runningCount: number;
  week: Pick<Insights, "range" | "avoidedActions" | "byPerson"> & { stepRetries: number; actionRetries: number };
};

export type Pressed = {
  /** Of a decision: what was decided. */
  verdict: "approve" | "reject" | null;
  command: Pick<Command, "id" | "kind" | "by" | "state" | "at" | "objectKind" | "objectId">;
  /** Named as people know it: a ticket, or what was sent about it. */
  name: string;
  runId: string | null;
  runState: RunState | null;
  actionState: ActionState | null;
};

const rowsMax = 8;
/** Each may be harm that was done already: more than are met at once, and none is left to "and more". */
const disputedMax = 50;
/** Long enough to see what came of a click, short enough to stay about now. */
const pressedForMs = 30 * 60 * 1000;
/** A failed run is over; it stays on the first page for a day. */
const failedForMs = 24 * 60 * 60 * 1000;

export async function readNow(engine: Engine, range: { from: number; to: number; zone: string }): Promise<NowView> {
  const [now, marks] = await Promise.all([engine.progress.now(), engine.stopDecisions.marks()]);
  const open = { marks, only: false };
  const [
    ready,
    workers,
    runs,
    still,
    actions,
    halted,
    failed,
    running,
    unknown,
    contradicted,
    approvals,
    week,
    commands,
    register,
    urgent,
    gaps,
  ] = await Promise.all([
    engine.progress.countReady(),
    engine.progress.listWorkers(),
    engine.progress.countRuns(),
    engine.progress.countStopped(marks),
    engine.ledger.countActions({ states: ["unknown"] }),
    engine.progress.listRuns({ states: ["interrupted", "blocked"], open, pageSize: rowsMax }),
    engine.progress.listRuns({ states: ["failed"], from: now - failedForMs, open, pageSize: rowsMax }),
    engine.progress.listRuns({ states: ["running", "queued", "waiting"], pageSize: rowsMax }),
    listActions(engine, { states: ["unknown"], pageSize: rowsMax }),
    readDisputed(engine, disputedMax),
    listValidations(engine, { states: ["pending"], pageSize: rowsMax }),
    readInsights(engine, range),
    engine.commands.listRecent({ from: now - pressedForMs, limit: rowsMax, except: besideKinds }),
    engine.ledger.listDestinations(),
    engine.ledger.readUnknown({ limit: rowsMax }),
    readGaps(engine),
  ]);
  const listed = [...halted.rows, ...failed.rows];
  // Whoever reads this must not be told that an unknown action's run goes on when it stands still and is merely far down.
  const further = await runsOf(engine, [...contradicted, ...unknown.rows], listed);
  const stories = await withActions(engine, [...listed, ...further]);
  const stopped = await Promise.all(stories.map((item) => story(engine, item, now)));
  const records = await engine.ledger.readActions(unknown.rows.map(({ action }) => action.id));
  const judge = (record: ActionRecord) => ({ ...record, verdict: verdictOf(record, now) });
  const isTold = ({ action }: ActionRecord) => stopped.some((story) => story.run.id === action.runId);
  return {
    now,
    holds: register.flatMap(({ declaration: { name, title }, hold }) => (hold ? [{ name, title, hold }] : [])),
    closing: urgent.filter((record) => retryWindow(record, now).state === "closing").map(judge),
    stopped,
    stoppedCount: still.interrupted + still.blocked + failed.rows.length,
    openCount: still.open,
    disputed: contradicted.filter((record) => !isTold(record)).map(judge),
    unknown: records.filter((record) => !isTold(record) && !isDisputed(record.action)).map(judge),
    unknownCount: actions.reduce((sum, c) => sum + c.count, 0),
    approvals: approvals.rows,
    approvalCount: runs.needs_person,
    gaps,
    // An incident tells by itself what was pressed about it.
    pressed: await Promise.all(
      commands.filter(({ objectKind }) => objectKind !== "incident").map((command) => observe(engine, command)),
    ),
    running: await withActions(engine, running.rows),
    unserved: ready.filter((needed) => !isServed(needed, workers, now)),
    runningCount: runs.running + runs.queued + runs.waiting,
    week: {
      range: week.range,
      avoidedActions: week.avoidedActions,
      byPerson: week.byPerson,
      stepRetries: sum(week.stepRetries),
      actionRetries: sum(week.actionRetries),
    },
  };
}

/** The stopped runs of unknown actions that the list of stopped runs did not reach. */
async function runsOf(
  engine: Engine,
  unknown: readonly Pick<ActionRow, "action">[],
  listed: readonly RunRow[],
): Promise<RunRow[]> {
  const known = new Set(listed.map((run) => run.id));
  const ids = [...new Set(unknown.flatMap(({ action }) => action.runId ?? []))].filter((id) => !known.has(id));
  const pages = await Promise.all(
    ids.map((id) => engine.progress.listRuns({ text: id, states: ["interrupted", "blocked", "failed"], pageSize: 1 })),
  );
  return pages.flatMap((page) => page.rows);
}

const sum = (figures: readonly { attempts: number }[]): number => figures.reduce((all, f) => all + f.attempts, 0);

async function story(engine: Engine, item: RunListItem, now: number): Promise<Story> {
  const [record, actions, typical] = await Promise.all([
    engine.progress.readRun(item.run.id),
    engine.ledger.readRunActions(item.run.id),
    engine.progress.typicalSteps(item.run.workflow),
  ]);
  if (record === null) throw new Error(`Run ${item.run.id} was listed and is gone.`);
  const ledger = actions.map((action) => ({ ...action, verdict: verdictOf(action, now) }));
  return { ...item, answers: threeAnswers(record, actions, typical, now), ledger };
}

async function observe(engine: Engine, command: Command): Promise<Pressed> {
  const action = command.objectKind === "action" ? await engine.ledger.findAction(command.objectId) : null;
  const validation =
    command.objectKind === "validation" ? await engine.progress.findValidation(command.objectId) : null;
  const runId = command.objectKind === "run" ? command.objectId : (action?.runId ?? validation?.runId ?? null);
  const run = runId === null ? null : await engine.progress.findRun(runId);
  const subject = run?.subject ?? run?.logicalRunId ?? "";
  const { id, kind, by, state, at, objectKind, objectId } = command;
  return {
    verdict: kind === "decide" ? (validation?.decision?.verdict ?? null) : null,
    command: { id, kind, by, state, at, objectKind, objectId },
    name: action
      ? `${action.type} for ${action.object}`
      : objectKind === "destination" || objectKind === "review"
        ? objectId
        : subject,
    runId: run?.id ?? null,
    runState: run?.state ?? null,
    actionState: action?.state ?? null,
  };
}
