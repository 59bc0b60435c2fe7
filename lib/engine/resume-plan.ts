/**
 * A resume is a plan: what is reused, what will run, which actions are protected, may be sent, or need a decision
 * first. Pure. Its token binds it to the checkpoint and to the ledger's version, and is compared at the click.
 */

import { type ActionState, isFinal, mayRepeat } from "@/lib/ledger/action";
import type { Hold } from "@/lib/ledger/destination";
import type { ActionRecord } from "@/lib/ledger/store";
import { type Verdict, type VerdictKind, verdictOf } from "@/lib/ledger/verdict";
import { liveUpTo } from "@/lib/progress/checkpoint";
import { type CheckpointFit, canOpen, fitUpTo } from "@/lib/progress/checkpoint-fit";
import { type Run, runCan } from "@/lib/progress/run";
import type { StepKind } from "@/lib/progress/step";
import type { RunRecord, TypicalStep } from "@/lib/progress/store";
import { type Done, type ResumeChoice, recommendation, resumeChoices } from "./resume-choices";
import { wayOut } from "./way-out";

export type PlannedStep = {
  name: string;
  occurrence: string;
  kind: StepKind;
  /** Milliseconds it took before; null when it never finished. */
  tookMs: number | null;
  /** Known from the workflow's last succeeded run only, not from this one. */
  expected: boolean;
};

export type PlannedAction = {
  actionId: string;
  type: string;
  object: string;
  state: ActionState;
  verdict: Verdict;
  /** A person accepted that sending it may do it a second time. */
  mayRepeat: boolean;
};

/** Where the runbook of a destination beyond the checkpoint is to be read; one per destination. */
export type Guide = {
  /** As it is called in a sentence. */
  destination: string;
  name: string;
  /** Of the action, which is the name of its step too. */
  type: string;
  runbook: string | null;
  verdict: VerdictKind;
};

export type ResumePlan = {
  runId: string;
  from: number;
  choices: ResumeChoice[];
  reused: PlannedStep[];
  /** Then whatever the code does. */
  willRun: PlannedStep[];
  protected: PlannedAction[];
  mayBeSent: PlannedAction[];
  needsDecision: PlannedAction[];
  unknown: PlannedAction[];
  guides: Guide[];
  /** Destinations beyond the checkpoint to which nothing is sent for now: the run will wait there. */
  holds: (Hold & { destination: string })[];
  /** Null when the run may be resumed with this plan; otherwise why not, in one sentence. */
  disabled: { code: string; why: string } | null;
  /** Unknown ones that the destination is asked about before anything is sent. */
  checksFirst: boolean;
  /** Why it would only stop in the same place again, and what helps; null where a resume may help. */
  stopsAgain: string | null;
  recommendation: string;
  token: string;
  madeAt: number;
};

export function planResume(
  facts: {
    record: RunRecord;
    actions: readonly ActionRecord[];
    typical: readonly TypicalStep[];
    /** What the typical steps' actions were: where the expected ones will go. */
    expected?: readonly ActionRecord[];
    /** Of the live checkpoints; what is not listed is taken to fit. */
    fits?: readonly CheckpointFit[];
  },
  from: number,
  now: number,
  sha256: (text: string) => string,
): ResumePlan {
  const { record, actions, typical, expected = [], fits = [] } = facts;
  const live = record.checkpoints.filter((checkpoint) => checkpoint.supersededBy === null);
  const kept = new Set(liveUpTo(live, from).map((checkpoint) => checkpoint.stepId));
  const steps = record.steps.filter((step) => step.supersededBy === null);
  const plannedStep = planned(record.attempts);
  const reused = steps.filter((step) => kept.has(step.id)).map(plannedStep);
  const rerun = steps.filter((step) => !kept.has(step.id)).map(plannedStep);
  const keptActions = new Set(steps.filter((step) => kept.has(step.id)).map((step) => step.actionId));
  const judged = actions.map((action) => judge(action, now));
  const beyond = judged.filter((action) => !keptActions.has(action.actionId));
  const unknown = beyond.filter((action) => isUnsettled(action.verdict));
  const willRun = [...rerun, ...stillExpected(typical, [...reused, ...rerun])];
  const stillToSend = expected.filter((action) =>
    willRun.some((step) => step.expected && step.name === action.action.type),
  );
  const refused = isRefused(record.run);
  const done = doneAfter(live, steps.map(plannedStep), steps, judged);
  const notKept = actions.filter((action) => !keptActions.has(action.action.id));
  return {
    runId: record.run.id,
    from,
    choices: resumeChoices(live, fits, done, refused),
    reused,
    willRun,
    protected: beyond.filter((a) => a.state === "confirmed" || a.state === "refused"),
    mayBeSent: beyond.filter(
      (a) => !unknown.includes(a) && (a.state === "planned" || a.verdict.kind === "safe_with_same_key"),
    ),
    needsDecision: beyond.filter((a) => a.state === "held"),
    unknown,
    guides: guides(notKept, stillToSend, now),
    holds: holds([...notKept.filter(({ action }) => !isFinal(action.state)), ...stillToSend]),
    disabled: whyDisabled(record, live, from, unknown, fits),
    checksFirst: unknown.some((action) => action.verdict.kind === "verify_first"),
    stopsAgain: stopsAgain(record, actions, from === Math.max(0, ...live.map(({ number }) => number))),
    recommendation: recommendation(live, from, { reused, rerun, fits, done, refused }),
    token: planToken(record, actions, from, sha256),
    madeAt: now,
  };
}

/** Changes whenever something happened to the run, to its ledger, or when another checkpoint is chosen. */
export function planToken(
  record: RunRecord,
  actions: readonly ActionRecord[],
  from: number,
  sha256: (text: string) => string,
): string {
  const ledger = actions
    .map(({ action, fence, hold }) => `${action.id}:${action.version}:${fence}:${hold?.at ?? ""}`)
    .sort();
  const { id, token, state, checkpointCount } = record.run;
  return `${token}.${sha256(JSON.stringify([id, state, checkpointCount, from, ledger])).slice(0, 32)}`;
}

/** What was kept for it could not be opened, and stopped it. */
export const isRefused = ({ state, cause }: Pick<Run, "state" | "cause">): boolean =>
  state === "blocked" && (cause === "schema_mismatch" || cause === "checkpoint_corrupt");

/** From an earlier checkpoint other code is asked, which may get past it. */
function stopsAgain(record: RunRecord, actions: readonly ActionRecord[], fromLatest: boolean): string | null {
  const way = wayOut(record, actions);
  return way !== null && (fromLatest || way.actionId !== null) ? way.sentence : null;
}

const isUnsettled = ({ kind }: Verdict): boolean =>
  kind === "verify_first" || kind === "ask_a_person" || kind === "incident" || kind === "wait";

function whyDisabled(
  record: RunRecord,
  live: RunRecord["checkpoints"],
  from: number,
  unknown: readonly PlannedAction[],
  fits: readonly CheckpointFit[],
): ResumePlan["disabled"] {
  const may = runCan.resume(record.run);
  if (!may.allowed) return { code: may.code, why: may.why };
  if (from !== 0 && !live.some((checkpoint) => checkpoint.number === from)) {
    return { code: "checkpoint_not_found", why: `There is no checkpoint ${from} in this run that could be used.` };
  }
  const fit = fitUpTo(fits, from);
  if (fit !== null && !canOpen(fit)) {
    const code = fit.fit === "corrupt" ? "checkpoint_corrupt" : "schema_mismatch";
    return { code, why: fit.text ?? `Checkpoint ${fit.checkpoint} cannot be opened.` };
  }
  const named = (kind: Verdict["kind"]) => unknown.find((action) => action.verdict.kind === kind);
  const incident = named("incident");
  if (incident)
    return {
      code: "incident",
      why: `The evidence on ${incident.type} contradicts itself. Settle it first: say how often it happened.`,
    };
  const ask = named("ask_a_person");
  if (ask)
    return { code: "outcome_unknown", why: `Nobody knows whether ${ask.type} happened. Look, then settle it first.` };
  const wait = named("wait");
  if (wait) return { code: "in_flight", why: `${wait.type} is still in flight. Wait for its deadline.` };
  return null;
}

/** Finished steps and what was sent or may have been, each with the checkpoint that holds it. */
function doneAfter(
  live: RunRecord["checkpoints"],
  planned: readonly PlannedStep[],
  steps: RunRecord["steps"],
  judged: readonly PlannedAction[],
): Done[] {
  const numberOf = new Map(live.map((checkpoint) => [checkpoint.stepId, checkpoint.number]));
  const holder = new Map(steps.map((step) => [step.actionId, numberOf.get(step.id) ?? null]));
  return [
    ...steps.flatMap(({ id, kind }, i) =>
      kind === "step" ? [{ checkpoint: numberOf.get(id) ?? null, tookMs: planned[i]?.tookMs ?? null, sent: null }] : [],
    ),
    ...judged
      .filter(
        ({ state, mayRepeat }) => state === "confirmed" || state === "unknown" || state === "sending" || mayRepeat,
      )
      .map(({ actionId, type }) => ({ checkpoint: holder.get(actionId) ?? null, tookMs: null, sent: type })),
  ];
}

/** A quick step's start reaches the store with its result; when it began, its first attempt knows. */
const planned =
  (attempts: RunRecord["attempts"]) =>
  ({ id, name, occurrence, kind, state, startedAt, endedAt }: RunRecord["steps"][number]): PlannedStep => {
    const begunAt = Math.min(startedAt, ...attempts.filter((a) => a.stepId === id).map((a) => a.startedAt));
    const tookMs = state === "done" && endedAt !== null ? endedAt - begunAt : null;
    return { name, occurrence, kind, tookMs, expected: false };
  };

/** Steps of the last succeeded run that this one has not reached; each name counts as often as it occurred there. */
function stillExpected(typical: readonly TypicalStep[], known: readonly PlannedStep[]): PlannedStep[] {
  const seen = new Map<string, number>();
  for (const step of known) seen.set(step.name, (seen.get(step.name) ?? 0) + 1);
  return typical.flatMap((step) => {
    const count = seen.get(step.name) ?? 0;
    if (count > 0) {
      seen.set(step.name, count - 1);
      return [];
    }
    return [{ name: step.name, occurrence: "", kind: step.kind, tookMs: null, expected: true }];
  });
}

function judge(record: ActionRecord, now: number): PlannedAction {
  const { id, type, object, state } = record.action;
  const verdict = verdictOf(record, now);
  return { actionId: id, type, object, state, verdict, mayRepeat: mayRepeat(record.action, record.attempts) };
}

/** An open question about a destination outranks a send that is still to come. */
function guides(beyond: readonly ActionRecord[], expected: readonly ActionRecord[], now: number): Guide[] {
  const asked = [
    ...beyond
      .map((record) => ({ record, verdict: verdictOf(record, now) }))
      .sort((a, b) => rank(a.verdict) - rank(b.verdict)),
    ...expected.map((record) => ({ record, verdict: null })),
  ];
  const found = new Map<string, Guide>();
  for (const { record, verdict } of asked) {
    const { destination, declaration } = record.action;
    if (found.has(destination)) continue;
    found.set(destination, {
      destination: declaration.title,
      name: destination,
      type: record.action.type,
      runbook: declaration.runbook,
      verdict: verdict?.kind ?? "safe",
    });
  }
  return [...found.values()];
}

function holds(beyond: readonly ActionRecord[]): ResumePlan["holds"] {
  const found = new Map(
    beyond.flatMap(({ action, hold }) =>
      hold === null ? [] : [[action.destination, { destination: action.declaration.title, ...hold }] as const],
    ),
  );
  return [...found.values()];
}

const rank = (verdict: Verdict): number => (isUnsettled(verdict) ? 0 : 1);
