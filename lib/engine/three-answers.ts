/**
 * The three answers that every run gives within seconds: where it stopped, what was already attempted outside, and
 * which retry is still safe, until when. Pure; the figures' evidence is the record they are taken from.
 */

import { type ActionState, mayRepeat } from "@/lib/ledger/action";
import type { Hold } from "@/lib/ledger/destination";
import type { ActionRecord } from "@/lib/ledger/store";
import { type Verdict, verdictOf } from "@/lib/ledger/verdict";
import { type RunState, runCauses } from "@/lib/progress/run";
import type { RunRecord, TypicalStep } from "@/lib/progress/store";
import { gapText, type WorkerGap } from "@/lib/progress/worker";
import type { PlannedAction } from "./resume-plan";
import { type WayOut, wayOut } from "./way-out";

export type WhereStopped = {
  sentence: string;
  stepName: string | null;
  stepsDone: number;
  /** Taken from the workflow's last succeeded run; null when there was none. */
  stepsExpected: number | null;
  lastCheckpoint: { number: number; stepName: string; at: number } | null;
  since: number;
  /** Who or what makes it move again; null when it is over. */
  waker: string | null;
  holder: { workerName: string; renewedAt: number; expiresAt: number } | null;
};

export type AttemptedOutside = { sentence: string; byState: Partial<Record<ActionState, number>>; avoided: number };

export type SafeRetry = {
  sentence: string;
  /** Worst first. */
  actions: PlannedAction[];
  /** What helps where a resume alone would not. */
  wayOut: WayOut | null;
};

export type ThreeAnswers = { stopped: WhereStopped; attempted: AttemptedOutside; retry: SafeRetry };

export function threeAnswers(
  record: RunRecord,
  actions: readonly ActionRecord[],
  typical: readonly TypicalStep[],
  now: number,
  gap: WorkerGap | null = null,
): ThreeAnswers {
  return {
    stopped: whereStopped(record, typical, gap),
    attempted: attemptedOutside(actions),
    retry: safeRetry(record, actions, now),
  };
}

function whereStopped(record: RunRecord, typical: readonly TypicalStep[], gap: WorkerGap | null): WhereStopped {
  const { run } = record;
  const live = record.steps.filter((step) => step.supersededBy === null);
  const done = live.filter((step) => step.state === "done");
  const current = live.findLast((step) => step.state !== "done") ?? null;
  const last = record.checkpoints.filter((c) => c.supersededBy === null).at(-1) ?? null;
  const stepsExpected = typical.length === 0 ? null : Math.max(typical.length, live.length);
  return {
    sentence: stoppedSentence(
      run.state,
      gap === null ? run.causeText : gapText(gap),
      done.length,
      stepsExpected,
      last?.stepName ?? null,
      current?.name ?? null,
    ),
    stepName: current?.name ?? null,
    stepsDone: done.length,
    stepsExpected,
    lastCheckpoint: last && { number: last.number, stepName: last.stepName, at: last.createdAt },
    since: run.endedAt ?? gap?.since ?? run.lastActivityAt,
    waker: wakerOf(run, gap),
    holder: record.lease && {
      workerName: record.lease.workerName,
      renewedAt: record.lease.renewedAt,
      expiresAt: record.lease.expiresAt,
    },
  };
}

/** Nobody can make it go on any more; what failed can be resumed until its retention ends. */
const isOver = ({ state, purgedAt }: RunRecord["run"]): boolean =>
  state === "succeeded" || state === "cancelled" || purgedAt !== null;

function wakerOf(run: RunRecord["run"], gap: WorkerGap | null): string | null {
  if (gap !== null) return `a worker with ${gap.workflow} v${gap.version} or newer is started`;
  if (run.state === "queued") return "a worker claims it";
  return run.cause === null || isOver(run) ? null : runCauses[run.cause];
}

function stoppedSentence(
  state: RunState,
  why: string | null,
  done: number,
  expected: number | null,
  lastStep: string | null,
  current: string | null,
): string {
  const of = expected === null ? "" : ` of ${expected}`;
  const after =
    done === 0 ? "before its first step was done" : `after step ${done}${of}${lastStep ? `, ${lastStep}` : ""}`;
  const because = why ? ` ${why}` : "";
  switch (state) {
    case "queued":
      return `Queued ${after}.${because}`;
    case "running":
      return current ? `Running ${current}, step ${done + 1}${of}.` : `Running, ${after}.`;
    case "waiting":
      return `Waiting ${after}.${because}`;
    case "needs_person":
      return `Waiting for a person ${after}.${because}`;
    case "interrupted":
      return `Interrupted ${after}.${because}`;
    case "blocked":
      return `Blocked ${after}.${because}`;
    case "succeeded":
      return `Finished: ${done} ${done === 1 ? "step" : "steps"} done.`;
    case "failed":
      return `Failed ${after}.${because}`;
    case "cancelled":
      return `Cancelled ${after}.${why ? ` Reason: ${why}` : ""}`;
  }
}

const worstFirst: readonly ActionState[] = [
  "unknown",
  "sending",
  "refused",
  "held",
  "planned",
  "confirmed",
  "withdrawn",
];

const stateWords: Record<ActionState, string> = {
  unknown: "unknown",
  sending: "in flight",
  refused: "refused",
  held: "held for approval",
  planned: "planned",
  confirmed: "confirmed",
  withdrawn: "withdrawn",
};

function attemptedOutside(all: readonly ActionRecord[]): AttemptedOutside {
  // What a revision replaced before it was sent is told by that revision.
  const actions = all.filter(({ action }) => action.withdrawnWhy !== "revised");
  const byState: Partial<Record<ActionState, number>> = {};
  for (const { action } of actions) byState[action.state] = (byState[action.state] ?? 0) + 1;
  const avoided = actions.filter((record) => record.avoided.some(({ wrong }) => wrong === null)).length;
  const sent = actions.some((record) => record.attempts.length > 0);
  const parts = worstFirst.flatMap((state) => (byState[state] ? [`${byState[state]} ${stateWords[state]}`] : []));
  if (avoided > 0) parts.push(`${avoided} ${avoided === 1 ? "duplicate" : "duplicates"} avoided`);
  const sentence = sent ? `${parts.join(", ")}.` : ["Nothing was sent", ...parts].join("; ").concat(".");
  return { sentence, byState, avoided };
}

function safeRetry(record: RunRecord, actions: readonly ActionRecord[], now: number): SafeRetry {
  const way = wayOut(record, actions);
  const judged = actions
    .map((record) => ({
      actionId: record.action.id,
      type: record.action.type,
      object: record.action.object,
      state: record.action.state,
      verdict: verdictOf(record, now),
      mayRepeat: mayRepeat(record.action, record.attempts),
      isNear: record.nearMisses.some(
        ({ actionId, kind, state }) => actionId === record.action.id && state === "open" && kind !== "other_payload",
      ),
      hold: record.hold && { ...record.hold, title: record.action.declaration.title },
    }))
    .sort((a, b) => worstFirst.indexOf(a.state) - worstFirst.indexOf(b.state));
  return {
    // Code that changed says nothing about what was sent, and where the run stopped says it already.
    sentence: retrySentence(judged, isOver(record.run), way?.actionId ? way.sentence : null),
    actions: judged.map(({ hold: _, isNear: __, ...action }) => action),
    wayOut: way,
  };
}

type Judged = SafeRetry["actions"][number] & { hold: (Hold & { title: string }) | null; isNear: boolean };

function retrySentence(judged: readonly Judged[], over: boolean, way: string | null): string {
  const of = (kind: Verdict["kind"]) => judged.filter((action) => action.verdict.kind === kind);
  const named = (list: readonly Judged[]) => list.map((action) => action.type).join(", ");
  if (of("incident").length > 0)
    return `No retry is safe: the evidence on ${named(of("incident"))} contradicts itself.`;
  if (of("ask_a_person").length > 0) return `Not ${named(of("ask_a_person"))}: a person must look first.`;
  if (of("verify_first").length > 0) return `Check ${named(of("verify_first"))} first; everything else is safe.`;
  if (of("wait").length > 0) return `Wait: ${named(of("wait"))} is in flight.`;
  if (way !== null) return way;
  const held = [...of("safe"), ...of("safe_with_same_key")].find(({ hold }) => hold !== null)?.hold;
  if (held) return `Nothing is sent to ${held.title} until it is released: ${held.by} holds it.`;
  if (of("safe_with_same_key").length > 0) return `Safe with the same key: ${named(of("safe_with_same_key"))}.`;
  if (over) return "Nothing is left to retry.";
  const risky = judged.filter(({ mayRepeat }) => mayRepeat);
  if (risky.length > 0) return `${named(risky)} may act a second time: a person accepted that risk.`;
  const near = judged.filter(({ isNear }) => isNear);
  if (near.length > 0) return `Not ${named(near)} before a person says that it is a genuine second one.`;
  if (of("useless").length > 0)
    return `${named(of("useless"))} was refused for good: it needs a revision, not a retry.`;
  if (judged.length === 0) return "Safe: no action was declared yet.";
  return "Safe: what was sent is not sent again, what was not sent goes for the first time.";
}
