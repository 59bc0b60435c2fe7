/**
 * Protects one outside call of a program that is no workflow: a cron job, or an agent of another framework. Asked again
 * with the same action, object and occurrence, from any process and however much later, it sends nothing that may have
 * arrived already. A workflow's code uses `run.action` instead.
 */

import type { ReportResult } from "@/lib/ledger/store";
import { mayRetry, type RetryPolicy, retryDelayMs } from "@/lib/progress/retry";
import type { ActionRequest, ActionType } from "./action";
import { perform } from "./attempt/perform";
import { encodedResponse, reportOf } from "./attempt/report-of";
import type { Seen } from "./attempt/seen";
import type { Backend, GuardAnswer, Proceed, ReportAsk } from "./backend";
import { type Clock, systemClock, wait } from "./clock";
import { newId } from "./new-id";
import { type RetryOptions, retryPolicy } from "./retry-options";
import { connectedBackend } from "./start";

/** What is known when the call returns. Only "confirmed" says that it happened. */
export type GuardResult<R> =
  /** `sent`: by this call; otherwise the ledger knew it. The response is null once its retention ended. */
  | { state: "confirmed"; actionId: string; response: R; sent: boolean }
  /** For good: another payload is a person's revision. */
  | { state: "refused"; actionId: string; response: unknown }
  /** It may have happened. Nothing is sent again before the look-up or a person settles it. */
  | { state: "unknown"; actionId: string; text: string }
  /** Proven not to have happened: call again whenever it suits. */
  | { state: "not_sent"; actionId: string; text: string }
  /** Nothing was sent now. Somebody else is sending it, the destination is held, or a person has to decide first. */
  | { state: "waits"; actionId: string; why: "in_flight" | "destination_held" | "person"; text: string };

export type GuardOptions = {
  /** Tells several for the same object apart, such as the day of a daily report. */
  occurrence?: string | number;
  /** Only what is proven safe is tried again. */
  retry?: RetryOptions;
  backend?: Backend;
  clock?: Clock;
};

/**
 * Throws what the payload's schema throws, ValueRefused for a payload that cannot be kept, and the backend's error when
 * the ledger cannot be asked: then nothing was sent. Throws OutcomeNotStored when it was sent and the ledger cannot be
 * told, where the outcome will stand as unknown.
 */
export async function guard<P, R>(
  action: ActionType<P, R>,
  object: string | number,
  payload: P,
  { occurrence, retry, backend = connectedBackend(), clock = systemClock }: GuardOptions = {},
): Promise<GuardResult<R>> {
  const request: ActionRequest<R> = action.of(object, payload, { occurrence });
  const call = new GuardedCall(request, retryPolicy(retry, action.retry), backend, clock);
  // What is confirmed was answered by this action's own code, now or earlier.
  return (await call.run()) as GuardResult<R>;
}

/** The call was made, and what came of it could not be kept. */
export class OutcomeNotStored extends Error {
  override name = "OutcomeNotStored";
  constructor(
    readonly outcome: ReportAsk["outcome"],
    options: ErrorOptions,
  ) {
    super(`The call was ${outcome}, and the ledger could not be told: it will stand as unknown.`, options);
  }
}

/** Long enough for a database that restarts. */
const reportWithinMs = 60_000;
const reportFirstDelayMs = 100;
const reportLongestDelayMs = 5_000;

class GuardedCall {
  private readonly actionId = newId();
  private failed = 0;

  constructor(
    private readonly request: ActionRequest,
    private readonly policy: RetryPolicy,
    private readonly backend: Backend,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<GuardResult<unknown>> {
    for (;;) {
      const beganMs = this.clock.monotonicMs();
      const answer = await this.begin();
      if (answer.answer !== "proceed") return this.told(answer);
      const result = await this.send(answer.actionId, answer.attempt, beganMs);
      if (result !== "again") return result;
    }
  }

  private begin(): Promise<GuardAnswer> {
    const { action, object, occurrence, payload } = this.request;
    const { type, volatileFields, destination: declaration } = action;
    const intent = { type, object, occurrence, payload, volatileFields, declaration };
    return this.backend.guard({ intent, actionId: this.actionId, attemptId: newId() });
  }

  private told(answer: Exclude<GuardAnswer, { answer: "proceed" }>): GuardResult<unknown> {
    const { actionId } = answer;
    const title = this.request.action.destination.title;
    switch (answer.answer) {
      case "stored": {
        const { state, response } = answer;
        return state === "refused" ? { state, actionId, response } : { state, actionId, response, sent: false };
      }
      case "outcome_unknown":
        return this.unknown(actionId);
      case "in_flight":
        return { state: "waits", why: "in_flight", actionId, text: "Another process is sending it." };
      case "destination_held": {
        const { by, reason } = answer.hold;
        return { state: "waits", why: "destination_held", actionId, text: `${title} is held by ${by} (${reason}).` };
      }
      case "held":
        return { state: "waits", why: "person", actionId, text: answer.ask ?? "A person has to let it go." };
      case "withdrawn":
        return { state: "waits", why: "person", actionId, text: `It was withdrawn (${answer.why}).` };
      case "payload_mismatch":
      case "approval_mismatch": {
        const where = answer.paths.length > 0 ? ` at ${answer.paths.join(", ")}` : "";
        const text = `The payload differs${where} from what was asked before: a person keeps the outcome or revises.`;
        return { state: "waits", why: "person", actionId, text };
      }
    }
  }

  private async send(actionId: string, proceed: Proceed, beganMs: number): Promise<GuardResult<unknown> | "again"> {
    const { clock } = this;
    const { action } = this.request;
    const deadlineAtMs = beganMs + proceed.deadlineMs;
    // A process that was paused here must not act on a right that has passed on.
    if (clock.monotonicMs() >= deadlineAtMs) return this.follow(actionId, late, await this.report(proceed.id, late));
    const stop = new AbortController().signal;
    const { seen, ended } = await perform({ action, proceed, deadlineAtMs, stop }, clock);
    if (seen === null) {
      // It may still send: its end is evidence, and comes when it comes.
      void ended.then((end) => this.report(proceed.id, end)).catch(() => {});
      return this.unknown(actionId);
    }
    const reported = await this.report(proceed.id, seen);
    return this.follow(actionId, seen, reported);
  }

  private async follow(actionId: string, seen: Seen, reported: ReportResult): Promise<GuardResult<unknown> | "again"> {
    if (!reported.reported || reported.contradicted) return this.unknown(actionId);
    const response = seen.response ?? null;
    if (reported.state === "confirmed" && seen.outcome === "confirmed") {
      return { state: "confirmed", actionId, response, sent: true };
    }
    if (reported.state === "refused" && seen.outcome === "refused") return { state: "refused", actionId, response };
    this.failed += 1;
    const provenNotSent = reported.state === "planned";
    const safe = provenNotSent || this.request.action.destination.deduplicates !== null;
    if (safe && mayRetry(this.policy, this.failed, seen.reason)) {
      await wait(this.clock, retryDelayMs(this.policy, this.failed, Math.random()));
      return "again";
    }
    if (!provenNotSent) return this.unknown(actionId);
    return { state: "not_sent", actionId, text: seen.detail ?? "Nothing reached the destination." };
  }

  /** Without it, what is known would become an unknown. */
  private async report(attemptId: string, seen: Seen): Promise<ReportResult> {
    const { backend, clock } = this;
    const ask = reportOf(attemptId, seen, encodedResponse(backend, seen, this.request.action.type));
    const giveUpAtMs = clock.monotonicMs() + reportWithinMs;
    for (let delayMs = reportFirstDelayMs; ; delayMs = Math.min(reportLongestDelayMs, 2 * delayMs)) {
      try {
        return await backend.report(ask);
      } catch (cause) {
        if (clock.monotonicMs() + delayMs >= giveUpAtMs) throw new OutcomeNotStored(ask.outcome, { cause });
        await wait(clock, delayMs);
      }
    }
  }

  private unknown(actionId: string): GuardResult<unknown> {
    const text = `It ended without a proof: ${this.request.action.destination.title} may have it.`;
    return { state: "unknown", actionId, text };
  }
}

const late: Seen = {
  outcome: "not_sent",
  transport: "not_sent",
  reason: "timeout",
  httpCode: null,
  detail: "The attempt's deadline passed before anything was sent.",
  deduplicated: false,
};
