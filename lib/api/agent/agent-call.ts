/**
 * A call that programs make: what it asks and answers, which key may make it, and the verb behind it. The route, the
 * description of the API and the tests are made of the same entry.
 */

import type { z } from "zod";
import { type ApiKey, type KeyScope, type KeyUse, whyKeyMayNot } from "@/lib/auth/keys/api-key";
import type { Engine } from "@/lib/engine/engine";
import { Refusal } from "../problem";

export type AskedByProgram<A> = { engine: Engine; key: ApiKey; ask: A; signal: AbortSignal };

export type AgentCall<Ask extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> = {
  path: `/${"worker" | "guard"}/${string}`;
  summary: string;
  /** Any of them will do. */
  scopes: readonly KeyScope[];
  ask: Ask;
  answer: Answer;
  /** Heartbeats have limits of their own, so that no flood of other calls costs a lease. */
  bucket: "calls" | "heartbeats";
  /** Whether a repeat could change anything, so that it needs an Idempotency-Key. */
  mutates: boolean;
  handle: (asked: AskedByProgram<z.output<Ask>>) => Promise<z.input<Answer>>;
};

/** Infers the types of one entry. */
export const agentCall = <Ask extends z.ZodType, Answer extends z.ZodType>(
  call: Omit<AgentCall<Ask, Answer>, "bucket" | "mutates"> & { bucket?: "heartbeats"; mutates?: false },
): AgentCall<Ask, Answer> => ({ bucket: "calls", mutates: true, ...call });

/** Throws Refusal when the key is not for one of these. */
export function mayUse(key: ApiKey, scope: KeyScope, uses: readonly Omit<KeyUse, "scope">[]): void {
  for (const use of uses) {
    const why = whyKeyMayNot(key, { ...use, scope });
    if (why !== null) throw new Refusal("key_may_not", why);
  }
}

export const mayUseDestinations = (key: ApiKey, scope: KeyScope, names: readonly string[]): void =>
  mayUse(
    key,
    scope,
    names.map((destination) => ({ destination })),
  );

/**
 * A key for some workflows may speak only of their runs. The logical run id is compared as well: it is part of what an
 * action is known by. A key for all workflows is trusted as a worker is.
 */
export async function mayUseRun(engine: Engine, key: ApiKey, runId: string, logicalRunId?: string): Promise<void> {
  if (key.workflows === null) return;
  const run = await engine.progress.findRun(runId);
  if (run === null) throw new Refusal("run_not_found", "There is no such run.");
  mayUse(key, "worker", [{ workflow: run.workflow }]);
  if (logicalRunId !== undefined && logicalRunId !== run.logicalRunId) {
    throw new Refusal("key_may_not", "The logical run id is another run's.");
  }
}
