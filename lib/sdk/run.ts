/**
 * The handle that a workflow's code is given. Code outside steps runs again from the top in every execution and must be
 * deterministic: time, randomness and everything outside come through this handle or from a step's result.
 */

import type { ActionRequest, ActionType } from "./action";
import type { Duration } from "./duration";
import type { Migrations } from "./execution/migrate-result";
import type { RetryOptions } from "./retry-options";
import type { Schema } from "./schema";

export type StepOptions<T> = {
  /** Tells steps of one name apart. Without it a repeated name counts up: "", "2", "3". */
  occurrence?: string | number;
  /** false: not kept, but computed again by each execution. For steps that are cheap and have no cost. */
  checkpoint?: false;
  /** Checked before the result is kept, and when it is loaded. */
  schema?: Schema<T>;
  /** Of the result's shape; 1 by default. A kept result that is newer, or that no migration reaches, blocks the run. */
  version?: number;
  /** From each older version's result to the next, without waiting; applied to a copy, and the original is kept. */
  migrate?: Migrations;
  retry?: RetryOptions;
  /**
   * Of one attempt, which then ends with the reason timeout and is tried again by the policy, even if its code goes on.
   * None by default; without one, or when the code blocks its process past it, the lease is given up: after 10 minutes,
   * or soon after the timeout. An action's timeout is its destination's deadline, and what it leaves is unknown.
   */
  timeout?: Duration;
  /** A new version of the workflow may run this step in runs that began without it. */
  optional?: boolean;
};

export type StepContext = {
  /** From 1, over all executions. */
  attempt: number;
  /** Aborts at the timeout, and when the worker may no longer work on the run. */
  signal: AbortSignal;
  log: RunLog;
  meter: Meter;
};

/** What a step used, such as a model's tokens; shown with the step. */
export type Meter = { add(used: { tokens?: number; costUsd?: number }): void };

export type RunLog = Record<"debug" | "info" | "warn" | "error", (text: string) => void>;

export type Approval = {
  ask: string;
  /** Who may decide: viewer, operator, approver, lead or admin. */
  role: string;
  /** After that it expires, nothing is sent, and `onExpiry` follows. */
  within: Duration;
  /** How many people must approve, each once. 1 by default. */
  quorum?: 1 | 2;
  /** Whoever the run was started for (`requestedBy` of `start`) may not decide, whatever their role. */
  fourEyes?: boolean;
  /**
   * "block" by default: the run waits for a person's resume. "reject" throws Rejected. Otherwise another role is asked
   * the same, once; when that passes as well, the run is blocked.
   */
  onExpiry?: "block" | "reject" | { escalateTo: string; within: Duration };
};

export type ActionOptions = {
  occurrence?: string | number;
  /** Held until a person has approved exactly this payload. */
  approval?: Approval | false;
  /** Instead of the action type's own. Only what is proven not sent, or what the destination merges, is sent again. */
  retry?: RetryOptions;
};

export type ValidationOptions<T> = Approval & {
  /** JSON that the decider sees. */
  show?: unknown;
  occurrence?: string | number;
  /** For the decider's answer. */
  answer?: Schema<T>;
};

export type Approved<T> = { by: string; reason: string | null; answer: T; at: Date };

export interface Run {
  readonly id: string;
  readonly logicalRunId: string;
  /** Aborts when this execution may no longer act. */
  readonly signal: AbortSignal;
  readonly log: RunLog;

  /**
   * Runs `body` and keeps its JSON result; a later execution is given that result instead. Throws StepFailed.
   * A write made inside a body is not protected: after a crash it is made again. Use an action for those.
   */
  step<T>(name: string, body: (step: StepContext) => T | Promise<T>, options?: StepOptions<T>): Promise<T>;

  /**
   * Sends one action, at most once on its own. Resolves with what `perform` returned. Throws ActionRefused, Rejected.
   * When nobody can know whether it happened, the run stops and a person or a look-up settles it.
   */
  action<P, R>(
    action: ActionType<P, R>,
    object: string | number,
    payload: P,
    options?: ActionOptions,
  ): Promise<Awaited<R>>;

  /** Sends them in order. With an approval all are held first, and one person decides on the exact payloads of all. */
  actions<const Requests extends readonly ActionRequest[]>(
    requests: Requests,
    options?: { approval?: Approval | false; retry?: RetryOptions },
  ): Promise<{ -readonly [I in keyof Requests]: Requests[I] extends ActionRequest<infer R> ? Awaited<R> : never }>;

  /** Waits for a person, for days if need be. Resolves only on approval; throws Rejected. Sends nothing. */
  validation<T = unknown>(name: string, options: ValidationOptions<T>): Promise<Approved<T>>;

  /** Survives restarts; the worker is free meanwhile. */
  sleep(duration: Duration): Promise<void>;
  sleep(name: string, duration: Duration): Promise<void>;

  /** The time of the latest result: the same in every execution. */
  now(): Date;
  /** In [0, 1), the same in every execution. */
  random(): number;
  /** The same in every execution. */
  uuid(): string;
}
