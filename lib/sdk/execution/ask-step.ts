/** A plain step: its body runs under its policy, each try is kept with its reason, its result becomes a checkpoint. */

import { mayRetry, type RetryPolicy, retryDelayMs } from "@/lib/progress/retry";
import type { AttemptWrite } from "@/lib/progress/store";
import { durationMs } from "../duration";
import { OptionRefused, StepFailed } from "../errors";
import { identifier } from "../identifier";
import { newId } from "../new-id";
import { retryPolicy } from "../retry-options";
import type { StepContext, StepOptions } from "../run";
import { parseWith } from "../schema";
import { ask, type LiveStep, occurrenceOf, refuseNested } from "./ask";
import { inBody } from "./code-context";
import type { Execution } from "./execution";
import { isFutile, reasonOf, SchemaRefused, StepTimeout, stepError } from "./failure";
import { meterOf, runLog } from "./run-log";

type Checked<T> = StepOptions<T> & { policy: RetryPolicy; timeoutMs: number | null };

type Body<T> = (step: StepContext) => T | Promise<T>;

export function askStep<T>(ex: Execution, given: string, body: Body<T>, asked: StepOptions<T>): Promise<T> {
  refuseNested(`run.step("${given}")`);
  const name = identifier("The step's name", given);
  const options = { ...ex.workflow.schemas[name], ...asked };
  const { schema, migrate = {}, version = 1 } = options;
  const policy = retryPolicy(options.retry);
  const timeoutMs = options.timeout === undefined ? null : durationMs(`The timeout of ${name}`, options.timeout);
  checkMigrations(name, version, migrate);
  if (options.checkpoint !== false) {
    const migratesFrom = Object.keys(migrate).map(Number);
    ex.around.meet({ workflow: ex.workflow.name, step: name, schemaVersion: version, migratesFrom });
  }
  const key = options.occurrence === undefined ? undefined : identifier("The occurrence", options.occurrence);
  return ask<T>(ex, {
    kind: "step",
    name,
    occurrence: occurrenceOf(ex, name, key),
    shape: { schemaName: name, schemaVersion: version },
    migrations: migrate,
    optional: options.optional,
    // The body was written from a T, and its hash is right.
    decode: (text) => (schema === undefined ? (JSON.parse(text) as T) : parseWith(schema, JSON.parse(text))),
    live: (step) => tryUntilDone(ex, step, body, { ...options, policy, timeoutMs }),
  });
}

/** Migrations lead from older versions up to the one that the code reads; any other would never be used. */
function checkMigrations(name: string, version: number, migrate: object): void {
  if (!Number.isSafeInteger(version) || version < 1) {
    throw new OptionRefused(`The version of ${name}'s result is ${version}; use 1, 2, 3 and so on.`);
  }
  const stray = Object.keys(migrate).find((from) => !/^[1-9]\d*$/.test(from) || Number(from) >= version);
  if (stray === undefined) return;
  throw new OptionRefused(`${name} has a migration from version ${stray}, and its result is of version ${version}.`);
}

async function tryUntilDone<T>(ex: Execution, step: LiveStep<T>, body: Body<T>, options: Checked<T>): Promise<void> {
  const { policy, timeoutMs } = options;
  let failed = step.open?.failedAttempts ?? 0;
  let number = step.open?.attempts ?? 0;
  const dueInMs = (step.open?.nextTryAt ?? 0) - ex.databaseNow();
  if (dueInMs > 0 && !(await ex.delay(dueInMs, { cause: "retry", text: `${step.name} is tried again later.` }))) return;
  for (;;) {
    number += 1;
    const attempt: AttemptWrite = { id: newId(), stepId: step.id, number };
    ex.writer.hint({ steps: [step.row("running")], attempts: [attempt] });
    if (ex.isLater) await ex.writer.flush();
    await ex.boundary("step_started", step.name);
    const startedMs = ex.around.clock.monotonicMs();
    step.keepFor(timeoutMs);
    const done = await tryOnce(ex, step, body, options, number);
    step.keepFor(null);
    if (ex.isOver) return;
    const tookMs = Math.max(0, ex.around.clock.monotonicMs() - startedMs);
    if ("error" in done && ex.signal.aborted) return leave(ex, { ...attempt, tookMs });
    if ("text" in done) return step.succeed(done.text, { attempt: { ...attempt, result: "done", tookMs } });
    if ("value" in done) return step.succeedUnkept(done.value, { ...attempt, result: "done", tookMs });

    failed += 1;
    const why = { result: "failed", reason: reasonOf(done.error), error: stepError(done.error), tookMs } as const;
    if (isFutile(done.error) || !mayRetry(policy, failed, why.reason)) {
      return step.fail(finalError(step.name, done.error, failed), { ...attempt, ...why });
    }
    const delayMs = retryDelayMs(policy, failed, Math.random());
    ex.writer.hint({
      steps: [step.row("retrying", { nextTryAt: Math.round(ex.databaseNow() + delayMs) })],
      attempts: [{ ...attempt, ...why, decidedBy: "policy" }],
    });
    if (
      !(await ex.delay(delayMs, {
        cause: "retry",
        text: `${step.name} failed (${why.error.message}); next try ${number + 1}.`,
      }))
    )
      return;
  }
}

type Done<T> = { text: string } | { value: T } | { error: unknown };

/** One try of the body, and its result in the form that is kept. */
async function tryOnce<T>(
  ex: Execution,
  step: LiveStep<T>,
  body: Body<T>,
  options: Checked<T>,
  number: number,
): Promise<Done<T>> {
  const expiry = new AbortController();
  const context: StepContext = {
    attempt: number,
    signal: AbortSignal.any([ex.signal, expiry.signal]),
    log: runLog(ex, step.id),
    meter: meterOf(ex, step.id),
  };
  let cancel = () => {};
  try {
    const result = await Promise.race([
      inBody(step.name, async () => body(context)),
      new Promise<never>((_, reject) => {
        context.signal.addEventListener("abort", () => reject(context.signal.reason), { once: true });
        const ms = options.timeoutMs;
        if (ms === null) return;
        cancel = ex.after(ms, () => expiry.abort(new StepTimeout(`${step.name} took longer than ${ms} ms.`)));
      }),
    ]);
    const value = validate(options, result);
    if (options.checkpoint === false) return { value };
    return { text: ex.around.backend.encode(value, `The result of ${step.name}`) };
  } catch (error) {
    return { error };
  } finally {
    cancel();
  }
}

function validate<T>({ schema }: StepOptions<T>, result: T): T {
  if (schema === undefined) return result;
  try {
    return parseWith(schema, result);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SchemaRefused(`The result does not fit its schema: ${why}`, { cause: error });
  }
}

/** The worker stops: another one tries again, and nobody's policy is used up. */
function leave(ex: Execution, attempt: AttemptWrite): void {
  ex.writer.add({ attempts: [{ ...attempt, result: "lost", reason: "worker_stopped", decidedBy: "policy" }] });
  ex.park();
}

function finalError(step: string, error: unknown, failed: number): StepFailed {
  const { name, message } = stepError(error);
  const tries = failed === 1 ? "" : ` after ${failed} attempts`;
  return new StepFailed(step, name, `${step} failed${tries}: ${message}`, { cause: error });
}
