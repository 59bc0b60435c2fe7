import {
  Activity,
  AlarmClock,
  Archive,
  Ban,
  Check,
  Circle,
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  CircleX,
  Clock,
  Diamond,
  DiamondMinus,
  FileX,
  Flag,
  Hand,
  History,
  Hourglass,
  LoaderCircle,
  Lock,
  Play,
  RefreshCw,
  Replace,
  RotateCw,
  SkipForward,
  Square,
  ThumbsDown,
  ThumbsUp,
  TimerOff,
  Undo2,
  Unplug,
  Users,
  X,
  Zap,
} from "lucide-react";
import { StateChip, type StateChipProps, type StateLook } from "@/components/ui/state-chip";
import type { ExecutionState as StoredExecutionState } from "@/lib/progress/execution";
import type { RunState as StoredRunState } from "@/lib/progress/run";
import type { StepState as StoredStepState } from "@/lib/progress/step";
import type { ValidationState as StoredValidationState } from "@/lib/progress/validation";

// How each state of a run's progress looks and what it means. Nothing here speaks about actions: a run that succeeded
// or failed says nothing about what was sent. Quiet success, loud problem: "succeeded" is soft, "failed" is solid.

/** What is stored, plus what only the plan of the run or the clock can tell. */
export type RunStateValue = StoredRunState;
export type StepStateValue = StoredStepState | "pending" | "ready" | "reused" | "skipped";
export type ExecutionStateValue = StoredExecutionState | "quiet";
export type CheckpointStateValue =
  | "valid"
  | "not_known"
  | "latest"
  | "incompatible"
  | "corrupt"
  | "purged"
  | "superseded";
export type ValidationStateValue = StoredValidationState | "due_soon";

const look = (
  label: string,
  tone: StateLook["tone"],
  emphasis: StateLook["emphasis"],
  icon: StateLook["icon"],
  meaning: string,
  spins = false,
): StateLook => ({ label, tone, emphasis, icon, meaning, spins });

export const runLook: Record<RunStateValue, StateLook> = {
  queued: look("Queued", "neutral", "outline", Clock, "Accepted; no execution has claimed it yet."),
  running: look("Running", "info", "soft", LoaderCircle, "An execution is alive and working.", true),
  waiting: look("Waiting", "info", "outline", Hourglass, "Waits for a timer or another system; nobody is needed."),
  needs_person: look("Needs a person", "attention", "solid", Hand, "Waits for somebody to decide or to verify."),
  interrupted: look(
    "Interrupted",
    "attention",
    "soft",
    Unplug,
    "Its execution was lost; it can be resumed and has not been yet.",
  ),
  blocked: look("Blocked", "attention", "solid", Lock, "Cannot go on by itself until its cause is removed."),
  succeeded: look("Succeeded", "ok", "soft", CircleCheck, "All steps are done; this says nothing about actions."),
  failed: look("Failed", "danger", "solid", CircleX, "Stopped by an error; this says nothing about actions."),
  cancelled: look("Cancelled", "neutral", "soft", Ban, "Ended by a person, with a reason."),
};

/** A run that was resumed and is not yet claimed: still queued, but people look for what they just did. */
export const resumingLook = look(
  "Resuming",
  "neutral",
  "outline",
  RotateCw,
  "Resumed; no execution has claimed it yet.",
);

export const stepLook: Record<StepStateValue, StateLook> = {
  pending: look("Not started", "neutral", "outline", CircleDashed, "An earlier step has to end first."),
  ready: look("Ready", "neutral", "outline", Circle, "Can start as soon as an execution gets to it."),
  running: look("Running", "info", "soft", LoaderCircle, "Being computed now.", true),
  retrying: look("Retrying", "info", "soft", RefreshCw, "An attempt failed; the next one is planned."),
  waiting: look("Waiting", "info", "outline", Hourglass, "Waits for a timer or another system."),
  needs_person: look("Needs a person", "attention", "solid", Hand, "Waits for somebody to decide or to verify."),
  done: look("Done", "ok", "soft", Check, "Its result is known."),
  reused: look("Reused", "ok", "outline", History, "Not run again: the result was taken from a checkpoint."),
  skipped: look("Skipped", "neutral", "outline", SkipForward, "Not needed on this path."),
  failed: look("Failed", "danger", "solid", X, "Ended by an error after its last attempt."),
  lost: look("Lost", "attention", "soft", Unplug, "The execution vanished while it ran."),
  cancelled: look("Cancelled", "neutral", "soft", Ban, "Ended with its run, by a person."),
};

export const executionLook: Record<ExecutionStateValue, StateLook> = {
  starting: look("Starting", "info", "outline", Play, "Claimed by a worker; first sign of life expected."),
  alive: look("Alive", "info", "soft", Activity, "Its worker sends heartbeats."),
  quiet: look("Quiet", "attention", "outline", Activity, "The heartbeat is late; the lease still holds."),
  finished: look("Finished", "ok", "soft", Flag, "Ended in order."),
  crashed: look("Crashed", "danger", "soft", Zap, "Its worker reported a crash."),
  lost: look("Lost", "attention", "soft", Unplug, "The lease ran out without a word from its worker."),
  replaced: look("Replaced", "neutral", "soft", Replace, "A newer execution took over; this one can write nothing."),
  stopped: look("Stopped", "neutral", "soft", Square, "Ended by a graceful stop of its worker."),
};

export const checkpointLook: Record<CheckpointStateValue, StateLook> = {
  valid: look("Valid", "ok", "outline", Diamond, "Can be resumed from."),
  latest: { ...look("Latest", "ok", "soft", Diamond, "The newest one that can be resumed from."), filled: true },
  not_known: look("Not known yet", "attention", "outline", CircleQuestionMark, "No worker has opened its like yet."),
  incompatible: look("Incompatible", "attention", "outline", DiamondMinus, "The code or the schema changed since."),
  corrupt: look("Unreadable", "danger", "soft", FileX, "Its content does not match its hash."),
  purged: look("Removed", "neutral", "outline", Archive, "Its retention ended; the content is gone."),
  superseded: look("Superseded", "neutral", "outline", Replace, "A resume went back behind it."),
};

export const validationLook: Record<ValidationStateValue, StateLook> = {
  pending: look("Waiting", "attention", "solid", Hand, "Nobody has decided yet."),
  due_soon: look("Due soon", "attention", "solid", AlarmClock, "Nobody has decided yet and the deadline is near."),
  approved: look("Approved", "ok", "soft", ThumbsUp, "A person agreed to exactly what was shown."),
  rejected: look("Rejected", "danger", "soft", ThumbsDown, "A person declined; nothing of it is sent."),
  expired: look("Expired", "neutral", "soft", TimerOff, "The deadline passed without a decision; nothing is sent."),
  withdrawn: look("Withdrawn", "neutral", "soft", Undo2, "No longer asked: the run ended or asks differently."),
};

const halfApprovedLook = look("1 of 2", "info", "soft", Users, "One person approved; a second one must, too.");

type Of<Value> = { value: Value } & Omit<StateChipProps, "look">;

export const RunState = ({ value, resuming, ...rest }: Of<RunStateValue> & { resuming?: boolean }) => (
  <StateChip look={resuming && value === "queued" ? resumingLook : runLook[value]} {...rest} />
);

export const StepState = ({ value, ...rest }: Of<StepStateValue>) => <StateChip look={stepLook[value]} {...rest} />;

export const ExecutionState = ({ value, ...rest }: Of<ExecutionStateValue>) => (
  <StateChip look={executionLook[value]} {...rest} />
);

export const CheckpointState = ({ value, ...rest }: Of<CheckpointStateValue>) => (
  <StateChip look={checkpointLook[value]} {...rest} />
);

/** With a quorum of two, `given` says how many approved so far. */
export const ValidationState = ({ value, given = 0, ...rest }: Of<ValidationStateValue> & { given?: number }) => (
  <StateChip look={value === "pending" && given > 0 ? halfApprovedLook : validationLook[value]} {...rest} />
);
