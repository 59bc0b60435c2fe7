/**
 * Protects one outside call of a program that is no run: a cron job, an agent of another framework. Its action belongs
 * to no run, so its key is type, object and occurrence alone, and equal for every process that ever asks.
 */

import type { Destination } from "@/lib/ledger/destination";
import type { ActionIntent } from "./action-intent";
import { type BeginAnswer, beginAttempt } from "./begin-attempt";
import type { Engine } from "./engine";

export type GuardAsk = {
  /** Without approval: there is no run that could wait for it. */
  intent: Omit<ActionIntent, "needsGrant">;
  actionId: string;
  /** The nonce of this ask: sent again after a lost reply, it gets the same answer. */
  attemptId: string;
};

export type GuardAnswer = Exclude<BeginAnswer, { answer: "stale_lease" }>;

/** Throws InputRefused and PayloadRefused as beginAttempt does. */
export async function guardAction(engine: Engine, { intent, ...ids }: GuardAsk): Promise<GuardAnswer> {
  await register(engine, intent.declaration);
  const answer = await beginAttempt(engine, {
    ...ids,
    intent: { ...intent, needsGrant: false },
    holder: null,
    logicalRunId: null,
    deadlineMs: intent.declaration.deadlineMs,
    validationId: null,
  });
  if (answer.answer === "stale_lease") throw new Error("An ask without a run has no lease that could be stale.");
  return answer;
}

const registered = new WeakMap<Engine, Map<string, string>>();

/** Once per process and declaration: no worker registers what only guards use, and the register must show it. */
async function register(engine: Engine, declaration: Destination): Promise<void> {
  const known = registered.get(engine) ?? new Map<string, string>();
  registered.set(engine, known);
  const text = JSON.stringify(declaration);
  if (known.get(declaration.name) === text) return;
  await engine.ledger.declareDestinations([declaration]);
  known.set(declaration.name, text);
}
