/**
 * A step is a named unit of work. Its identity is name + occurrence, never its position. Every action and every
 * validation is a step too. A finished step never starts again, unless an explicit resume supersedes it.
 */

import type { RetryReason } from "./retry";

export const stepKinds = ["step", "action", "validation", "sleep"] as const;
export type StepKind = (typeof stepKinds)[number];

export const stepStates = [
  "running",
  "retrying",
  "waiting",
  "needs_person",
  "done",
  "failed",
  "lost",
  "cancelled",
] as const;
export type StepState = (typeof stepStates)[number];

export type Step = {
  id: string;
  runId: string;
  name: string;
  occurrence: string;
  kind: StepKind;
  state: StepState;
  /** In the order the code asked for them, from 1. */
  ordinal: number;
  /** The action's business key, for steps that are actions: text the ledger can be asked with, not a reference. */
  actionId: string | null;
  validationId: string | null;
  executionId: string;
  startedAt: number;
  endedAt: number | null;
  /** The execution whose resume made this result void. */
  supersededBy: string | null;
  nextTryAt: number | null;
};

export type StepAttempt = {
  id: string;
  stepId: string;
  /** Counts on through every execution. */
  number: number;
  executionId: string;
  startedAt: number;
  endedAt: number | null;
  result: "open" | "done" | "failed" | "lost";
  reason: RetryReason | null;
  decidedBy: "policy" | "person" | null;
  error: StepError | null;
};

export type StepError = { name: string; message: string; stack?: string };

export const stepIdentity = (name: string, occurrence: string): string => `${name}\u001f${occurrence}`;
