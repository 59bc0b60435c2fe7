/** How an action and its attempts look at the moment they are made: what the store writes and what it answers. */

import type { Action, Attempt } from "./action";
import type { Holder, NewAction } from "./store";

export function declaredAction(asked: NewAction, payloadBytes: number, now: number): Action {
  const { payload: _, ...named } = asked;
  return {
    ...named,
    revision: 1,
    live: true,
    declaredFingerprint: asked.fingerprint,
    acceptedFingerprints: [],
    destination: asked.declaration.name,
    state: asked.needsGrant ? "held" : "planned",
    grant: null,
    payloadBytes,
    ...unsent(now),
  };
}

/** What every action starts with, whether code declared it or a person made it of another. */
export const unsent = (now: number) => ({
  withdrawnWhy: null,
  version: 1,
  createdAt: now,
  firstBegunAt: null,
  settledAt: null,
  contradictedAt: null,
  contradictionFound: null,
  riskAccepted: false,
  purgedAt: null,
  response: null,
});

/** A call guarded without a run has no newer execution to fear: its token is 0. */
export function openAttemptOf(
  actionId: string,
  holder: Holder | null,
  ask: { id: string; number: number; deadlineMs: number },
  now: number,
): Attempt {
  return {
    id: ask.id,
    actionId,
    number: ask.number,
    token: holder?.token ?? 0,
    executionId: holder?.executionId ?? null,
    workerId: holder?.workerId ?? null,
    begunAt: now,
    deadlineAt: now + ask.deadlineMs,
    endedAt: null,
    outcome: null,
    closedBy: null,
    transport: null,
    reason: null,
    httpCode: null,
    detail: null,
    holderEndedAt: null,
    resolution: null,
  };
}
