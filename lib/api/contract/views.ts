/** The pages' reads, where both halves stand beside each other. */

import { z } from "zod";
import { wayOutKinds } from "@/lib/engine/way-out";
import { actionStates } from "@/lib/ledger/action";
import { checkpointFits } from "@/lib/progress/checkpoint-fit";
import { decisionKinds, type StopDecision as StopDecisionType } from "@/lib/progress/dealt-with";
import { retryReasons } from "@/lib/progress/retry";
import { runStates } from "@/lib/progress/run";
import { stepKinds } from "@/lib/progress/step";
import { ActionListItem, attemptReasons, avoidedCauses, Hold, JudgedAction, Probe, Proposal, Verdict } from "./action";
import { Id, pageOf, Role, Time } from "./basics";
import { Command } from "./command";
import { Run, RunRecord, RunRow, Validation } from "./run";
import { FollowedStep, RunbookPointer, RunbookQuote } from "./runbook";

const countByState = z.partialRecord(z.enum(actionStates), z.number());

const PlannedAction = z.object({
  actionId: Id,
  type: z.string(),
  object: z.string(),
  state: z.enum(actionStates),
  verdict: Verdict,
  mayRepeat: z.boolean(),
});

export const ThreeAnswers = z.object({
  stopped: z.object({
    sentence: z.string(),
    stepName: z.string().nullable(),
    stepsDone: z.number(),
    stepsExpected: z.number().nullable(),
    lastCheckpoint: z.object({ number: z.number(), stepName: z.string(), at: Time }).nullable(),
    since: Time,
    waker: z.string().nullable(),
    holder: z.object({ workerName: z.string(), renewedAt: Time, expiresAt: Time }).nullable(),
  }),
  attempted: z.object({ sentence: z.string(), byState: countByState, avoided: z.number() }),
  retry: z.object({
    sentence: z.string(),
    actions: z.array(PlannedAction),
    /** What helps where a resume alone would stop the run in the same place again. */
    wayOut: z.object({ as: z.enum(wayOutKinds), actionId: Id.nullable(), sentence: z.string() }).nullable(),
  }),
});

const WorkerGap = z.object({
  workflow: z.string(),
  version: z.number(),
  since: Time,
  lastSeenAt: Time.nullable(),
});

const CheckpointFit = z.object({
  checkpoint: z.number(),
  fit: z.enum(checkpointFits),
  /** What is wrong, or not known, and what to do about it. */
  text: z.string().nullable(),
});

export const RunListItem = z.object({
  run: RunRow,
  actions: countByState,
  avoided: z.number(),
  workerGap: WorkerGap.nullable(),
});
export const RunList = pageOf(RunListItem);
export const ActionList = pageOf(ActionListItem);

const StopDecision = z.object({
  id: Id,
  runId: Id,
  execution: z.number(),
  number: z.number(),
  as: z.enum(decisionKinds),
  supersededBy: Id.nullable(),
  by: z.string(),
  role: z.string(),
  reason: z.string(),
  at: Time,
}) satisfies z.ZodType<StopDecisionType>;

/** How a run that stopped for good was dealt with, and by whom or what. */
export const HowDealtWith = z.object({
  how: z.discriminatedUnion("as", [
    z.object({ as: z.literal("never_stopped") }),
    z.object({ as: z.literal("open") }),
    z.object({ as: z.literal("resumed"), by: z.string(), at: Time, from: z.number(), reason: z.string().nullable() }),
    z.object({
      as: z.literal("superseded"),
      runId: Id,
      by: z.string().nullable(),
      at: Time,
      reason: z.string().nullable(),
    }),
    z.object({ as: z.literal("accepted"), by: z.string(), at: Time, reason: z.string() }),
  ]),
  /** The run that did the work. */
  other: z.object({ id: Id, workflow: z.string(), name: z.string(), state: z.enum(runStates) }).nullable(),
  /** What people decided about it, the newest first. */
  decisions: z.array(StopDecision),
});

export const RunView = z.object({
  now: Time,
  progress: RunRecord,
  actions: z.array(JudgedAction),
  answers: ThreeAnswers,
  commands: z.array(Command),
  fits: z.array(CheckpointFit),
  workerGap: WorkerGap.nullable(),
  dealt: HowDealtWith,
  runbooks: RunbookPointer,
  followed: z.array(FollowedStep),
});

export const ActionView = z.object({
  now: Time,
  record: JudgedAction,
  commands: z.array(Command),
  run: z.object({ id: Id, subject: z.string().nullable(), workflow: z.string(), state: z.string() }).nullable(),
  revisions: z.array(z.object({ id: Id, revision: z.number(), live: z.boolean() })),
  /** The runbook section that fits the state, if there is a runbook. */
  runbook: RunbookQuote.nullable(),
  runbooks: RunbookPointer,
  followed: z.array(FollowedStep),
});

const PlannedStep = z.object({
  name: z.string(),
  occurrence: z.string(),
  kind: z.enum(stepKinds),
  tookMs: z.number().nullable(),
  expected: z.boolean(),
});

export const ResumePlan = z.object({
  runId: Id,
  from: z.number(),
  choices: z.array(
    z.object({
      checkpoint: z.number(),
      stepName: z.string().nullable(),
      at: Time.nullable(),
      recommended: z.boolean(),
      discouraged: z.boolean(),
      /** What is done a second time from there. */
      again: z.object({ steps: z.number(), tookMs: z.number(), sent: z.array(z.string()) }),
      fit: CheckpointFit.nullable(),
    }),
  ),
  reused: z.array(PlannedStep),
  willRun: z.array(PlannedStep),
  protected: z.array(PlannedAction),
  mayBeSent: z.array(PlannedAction),
  needsDecision: z.array(PlannedAction),
  unknown: z.array(PlannedAction),
  guides: z.array(
    z.object({
      destination: z.string(),
      /** The section of its runbook that fits; null when there is no runbook. */
      quote: RunbookQuote.nullable(),
    }),
  ),
  holds: z.array(z.object({ destination: z.string(), ...Hold.shape })),
  disabled: z.object({ code: z.string(), why: z.string() }).nullable(),
  checksFirst: z.boolean(),
  stopsAgain: z.string().nullable(),
  recommendation: z.string(),
  token: z.string(),
  madeAt: Time,
});

/** What somebody sees of each run before resuming many: figures, and the token that binds its plan. */
export const PlannedRun = z.object({
  run: z.object({
    id: Id,
    workflow: z.string(),
    subject: z.string().nullable(),
    logicalRunId: z.string(),
    state: z.enum(runStates),
    causeText: z.string().nullable(),
  }),
  from: z.number(),
  token: z.string(),
  disabled: z.object({ code: z.string(), why: z.string() }).nullable(),
  checksFirst: z.boolean(),
  stopsAgain: z.string().nullable(),
  counts: z.object({
    reused: z.number(),
    willRun: z.number(),
    protected: z.number(),
    mayBeSent: z.number(),
    needsDecision: z.number(),
    unknown: z.number(),
  }),
  /** Destinations at which it will wait. */
  holds: z.array(z.string()),
});
export const ResumePlans = z.object({ now: Time, rows: z.array(PlannedRun), more: z.boolean() });

export const ValidationItem = z.object({ validation: Validation, run: Run, actions: z.array(JudgedAction) });
export const ValidationList = pageOf(ValidationItem);
export const ValidationView = z.object({
  now: Time,
  validation: Validation,
  run: Run,
  actions: z.array(JudgedAction),
  changed: z.array(
    z.object({
      actionId: Id,
      revision: z.number(),
      differences: z.array(z.object({ path: z.string(), before: z.unknown(), after: z.unknown() })),
    }),
  ),
  alreadyDone: z.array(JudgedAction),
});
export const DecideAnswer = z.object({ validation: Validation });
export const CheckAnswer = z.object({ probe: Probe });
export const KeepAnswer = z.object({ actionId: Id });
export const ReviseAnswer = z.object({ actionId: Id, revision: z.number() });
export const SecondAnswer = z.object({ actionId: Id });
export const SettleAnswer = z.object({ state: z.enum(actionStates), proposal: Proposal.nullable() });
export const ProposalAnswer = z.object({ state: z.enum(actionStates) });

const Range = z.object({ from: Time, to: Time, zone: z.string() });
const ResumeNumbers = z.object({
  resumed: z.number(),
  passed: z.number(),
  finished: z.number(),
  finishedWithoutDuplicate: z.number(),
});

const Latency = z.object({
  n: z.number(),
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
});

export const Insights = z.object({
  range: Range,
  stepRetries: z.array(
    z.object({
      day: z.string(),
      reason: z.enum(retryReasons),
      attempts: z.number(),
      steps: z.number(),
      runs: z.number(),
    }),
  ),
  actionRetries: z.array(
    z.object({
      day: z.string(),
      reason: z.enum(attemptReasons),
      attempts: z.number(),
      actions: z.number(),
      runs: z.number(),
    }),
  ),
  avoided: z.array(
    z.object({
      day: z.string(),
      cause: z.enum(avoidedCauses),
      actions: z.number(),
      events: z.number(),
    }),
  ),
  avoidedActions: z.number(),
  avoidedEvents: z.number(),
  gotThrough: z.number(),
  gotThroughByDay: z.array(z.object({ day: z.string(), actions: z.number() })),
  workSaved: z.object({ steps: z.number(), tookMs: z.number() }),
  savedSteps: z.array(z.object({ runId: Id, executionId: Id, step: z.string(), tookMs: z.number(), at: Time })),
  latencies: z.object({ run: Latency, step: Latency, settling: Latency, validation: Latency }),
  unknowns: z.array(
    z.object({ actionId: Id, type: z.string(), object: z.string(), since: Time, until: Time.nullable() }),
  ),
  moreUnknowns: z.boolean(),
  resumes: z.array(
    z.object({
      runId: Id,
      executionId: Id,
      at: Time,
      kind: z.enum(["resume", "recovery"]),
      passed: z.boolean(),
      finished: z.boolean(),
      duplicated: z.boolean(),
    }),
  ),
  byPerson: ResumeNumbers,
  byItself: ResumeNumbers,
});
export const InsightsAsk = z.object({
  from: z.coerce.number().int().optional(),
  to: z.coerce.number().int().optional(),
  zone: z.string().max(64).optional(),
  /** Count only retries whose first attempt failed. */
  first: z.literal("true").optional(),
});

const RetriesAskOf = {
  from: z.coerce.number().int(),
  to: z.coerce.number().int(),
  first: z.literal("true").optional(),
};
export const RetriesAsk = z.discriminatedUnion("half", [
  z.object({ half: z.literal("steps"), reason: z.enum(retryReasons), ...RetriesAskOf }),
  z.object({ half: z.literal("actions"), reason: z.enum(attemptReasons), ...RetriesAskOf }),
]);
export const Retries = z.object({
  rows: z.array(
    z.object({
      attemptId: Id,
      itemId: Id,
      runId: Id.nullable(),
      name: z.string(),
      number: z.number(),
      at: Time,
    }),
  ),
  more: z.boolean(),
});

export const NowView = z.object({
  now: Time,
  holds: z.array(z.object({ name: z.string(), title: z.string(), hold: Hold })),
  closing: z.array(JudgedAction),
  stopped: z.array(z.object({ ...RunListItem.shape, answers: ThreeAnswers, ledger: z.array(JudgedAction) })),
  stoppedCount: z.number(),
  openCount: z.number(),
  disputed: z.array(JudgedAction),
  unknown: z.array(JudgedAction),
  unknownCount: z.number(),
  approvals: z.array(ValidationItem),
  approvalCount: z.number(),
  gaps: z.array(
    z.object({
      kind: z.enum(["not_checkpointed", "not_final", "no_run"]),
      action: z.object({ id: Id, type: z.string(), object: z.string(), state: z.enum(actionStates) }),
      run: z.object({ id: Id, subject: z.string().nullable() }).nullable(),
      since: Time,
      sentence: z.string(),
    }),
  ),
  pressed: z.array(
    z.object({
      verdict: z.enum(["approve", "reject"]).nullable(),
      command: Command.pick({
        id: true,
        kind: true,
        by: true,
        state: true,
        at: true,
        objectKind: true,
        objectId: true,
      }),
      name: z.string(),
      runId: Id.nullable(),
      runState: z.enum(runStates).nullable(),
      actionState: z.enum(actionStates).nullable(),
    }),
  ),
  running: z.array(RunListItem),
  unserved: z.array(z.object({ workflow: z.string(), version: z.number(), runs: z.number(), since: Time })),
  runningCount: z.number(),
  week: z.object({
    range: Range,
    avoidedActions: z.number(),
    byPerson: ResumeNumbers,
    stepRetries: z.number(),
    actionRetries: z.number(),
  }),
});

export const Me = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  demo: z.boolean(),
  zone: z.string(),
});
