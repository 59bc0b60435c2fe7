/** The life of one action in one execution, from begin to its result. */

import { holdReasonShort } from "@/lib/ledger/destination";
import { mayRetry, type RetryPolicy, retryDelayMs } from "@/lib/progress/retry";
import type { ActionRequest } from "../action";
import { perform } from "../attempt/perform";
import type { Seen } from "../attempt/seen";
import type { BeginAnswer, Proceed, ReportAsk } from "../backend";
import { ActionRefused, Rejected, StepFailed, ValueRefused } from "../errors";
import { newId } from "../new-id";
import { type RetryOptions, retryPolicy } from "../retry-options";
import type { LiveStep } from "./ask";
import { type Execution, LeaseLost } from "./execution";
import { actionText, intentOf } from "./intent";
import type { KeptAction, KeptValidation } from "./kept-result";

/** After its deadline an attempt of somebody else still gets this long to be reported before the run is suspended. */
const inFlightGraceMs = 2_000;

type Options = {
  validationId: string | null;
  needsGrant: boolean;
  retry?: RetryOptions;
  /** Asks the ledger's own question about the held action. */
  approve: (ask: string | null) => Promise<KeptValidation>;
};

export class SendOnce {
  private actionId: string;
  private readonly text: string;
  private readonly policy: RetryPolicy;
  private validationId: string | null;
  private needsGrant: boolean;
  private failedBefore: number | null = null;
  private failed = 0;
  private inFlightUntilMs: number | null = null;

  constructor(
    private readonly ex: Execution,
    private readonly step: LiveStep<unknown>,
    private readonly request: ActionRequest,
    private readonly options: Options,
  ) {
    this.actionId = step.open?.actionId ?? newId();
    this.text = actionText(request);
    this.policy = retryPolicy(options.retry, request.action.retry);
    this.validationId = options.validationId;
    this.needsGrant = options.needsGrant;
  }

  async run(): Promise<void> {
    const { ex, step } = this;
    ex.writer.hint({ steps: [step.row("running", { actionId: this.actionId })] });
    for (let again = true; again; ) {
      if (ex.stopping) return ex.park();
      if (!ex.mayAct()) throw new LeaseLost();
      await ex.boundary("before_begin", step.name);
      const beganMs = ex.around.clock.monotonicMs();
      let answer: BeginAnswer;
      try {
        answer = await this.begin();
      } catch (error) {
        if (!(error instanceof ValueRefused)) throw error;
        return step.fail(new StepFailed(step.name, error.name, `${this.text} cannot be sent: ${error.message}`));
      }
      await ex.boundary("after_begin", step.name);
      again = await this.follow(answer, beganMs);
    }
  }

  private begin(): Promise<BeginAnswer> {
    const { ex } = this;
    const ask = {
      holder: ex.holder,
      logicalRunId: ex.claimed.run.logicalRunId,
      intent: intentOf(this.request, this.needsGrant),
      actionId: this.actionId,
      attemptId: newId(),
      validationId: this.validationId,
    };
    return ex.persist(() => ex.around.backend.begin(ask));
  }

  /** True to begin again. */
  private async follow(answer: BeginAnswer, beganMs: number): Promise<boolean> {
    if (answer.answer === "stale_lease") throw new LeaseLost("stale_lease");
    this.know(answer.actionId);
    switch (answer.answer) {
      case "proceed":
        return this.send(answer.attempt, beganMs);
      case "stored":
        if (answer.state === "refused") return this.refused(answer.response);
        return this.confirmed(answer.response, answer.settledAt);
      case "in_flight":
        return this.waitForOther(answer.retryAfterMs);
      case "destination_held": {
        const { by, reason } = answer.hold;
        const text = `${this.text} waits: ${this.request.action.destination.title} is held by ${by} (${holdReasonShort(reason)}).`;
        this.ex.writer.hint({ steps: [this.step.row("waiting", { actionId: this.actionId })] });
        this.ex.pending.wait({ cause: "destination_held", text, actionId: this.actionId });
        return false;
      }
      case "held":
        return this.waitForGrant(answer.ask);
      case "withdrawn":
        return this.withdrawn(answer.why);
      case "outcome_unknown":
        return answer.windowClosedAt === null ? this.unknown() : this.windowClosed(answer.windowClosedAt);
      case "payload_mismatch":
        return this.stick("payload_mismatch", `differs from what was declared before, at ${answer.paths.join(", ")}.`);
      case "approval_mismatch":
        return this.stick("approval_mismatch", `differs from what was approved, at ${answer.paths.join(", ")}.`);
    }
  }

  /** As a wait of its own and not as work that runs: the lease may be given back until a person decided. */
  private waitForGrant(ask: string | null): false {
    const { ex, step } = this;
    ex.writer.hint({ steps: [step.row("needs_person", { actionId: this.actionId })] });
    this.options.approve(ask).then(
      ({ validationId }) => {
        this.validationId = validationId;
        this.needsGrant = true;
        ex.start(() => this.run(), true);
      },
      (error) => (error instanceof Rejected ? step.fail(error) : ex.crashed(error)),
    );
    return false;
  }

  private async send(proceed: Proceed, beganMs: number): Promise<boolean> {
    const { ex, step } = this;
    const { clock } = ex.around;
    // A person's resume is a fresh start; a recovery goes on counting.
    this.failedBefore ??= ex.claimed.kind === "resume" ? 0 : proceed.number - 1;
    await ex.boundary("before_send", step.name);
    // The fence: a paused process wakes up here, and must not act on a lease that has passed on.
    if (!ex.mayAct()) {
      void ex.around.report(reportOf(proceed.id, fenced, null));
      throw new LeaseLost("The lease ended before anything was sent.");
    }
    const misfit = proceed.revision > 1 ? this.misfitOf(proceed) : null;
    if (misfit !== null) return this.editRefused(proceed, misfit);
    const deadlineAtMs = beganMs + proceed.deadlineMs;
    step.keepFor(deadlineAtMs - clock.monotonicMs());
    const { seen, ended } = await perform(
      { action: this.request.action, proceed, deadlineAtMs, stop: ex.signal },
      clock,
    );
    step.keepFor(null);
    if (seen === null) {
      // It may still send: its end is evidence, and comes when it comes.
      void ended.then((late) => ex.around.report(reportOf(proceed.id, late, this.encode(late))));
      return this.unknown();
    }
    await ex.boundary("after_send", step.name);
    const response = this.encode(seen);
    const reported = await ex.around.report(reportOf(proceed.id, seen, response));
    await ex.boundary("after_report", step.name);
    if (ex.isOver) return false;
    if (!reported.reported) return this.unknown();
    if (reported.contradicted)
      return this.stick("outcome_unknown", "has contradictory evidence: it may have happened twice.");
    switch (reported.state) {
      case "confirmed":
        if (seen.outcome !== "confirmed") return true;
        return this.confirmed(response === null ? null : JSON.parse(response), reported.settledAt);
      case "refused":
        return seen.outcome === "refused" ? this.refused(response === null ? null : JSON.parse(response)) : true;
      case "planned":
      case "held":
      case "unknown":
      case "sending":
      case "withdrawn":
        return this.retry(seen, reported.state === "planned");
    }
  }

  private misfitOf({ payload }: Proceed): string | null {
    return this.request.action.misfitOf(payload, this.request.payload);
  }

  /** What a person made of the payload is checked here, where its schema is; another revision wakes the run. */
  private async editRefused({ id, revision }: Proceed, misfit: string): Promise<false> {
    const detail = `Revision ${revision} does not fit ${this.request.action.type}: ${misfit}`;
    await this.ex.around.report(reportOf(id, { ...notSent, reason: "schema_mismatch", detail }, null));
    if (this.ex.isOver) return false;
    return this.stick(
      "payload_mismatch",
      `was edited to what its type refuses, so nothing was sent (${misfit}). Revise it; the run then goes on.`,
    );
  }

  /** By policy where it is safe: proven not sent, or at a destination that merges repeats. */
  private async retry(seen: Seen, provenNotSent: boolean): Promise<boolean> {
    this.failed += 1;
    const failed = (this.failedBefore ?? 0) + this.failed;
    const { action } = this.request;
    if (!provenNotSent && action.destination.deduplicates === null) return this.unknown();
    if (!mayRetry(this.policy, failed, seen.reason)) {
      if (!provenNotSent) return this.unknown();
      return this.stick(
        "error",
        `could not be sent in ${failed} ${failed === 1 ? "attempt" : "attempts"}; nothing arrived. ${seen.detail ?? ""}`.trim(),
      );
    }
    const delayMs = retryDelayMs(this.policy, failed, Math.random());
    return this.ex.delay(delayMs, { cause: "retry", text: `${this.text}: ${seen.detail ?? seen.transport}` });
  }

  private async waitForOther(retryAfterMs: number): Promise<boolean> {
    const { clock } = this.ex.around;
    const nowMs = clock.monotonicMs();
    this.inFlightUntilMs ??= nowMs + this.request.action.destination.deadlineMs + inFlightGraceMs;
    const wait = { cause: "action_in_flight", text: `${this.text} is in flight.` } as const;
    if (nowMs < this.inFlightUntilMs) return this.ex.delay(retryAfterMs, wait);
    this.ex.pending.wait({ ...wait, wakeAtMs: nowMs + retryAfterMs });
    return false;
  }

  private async confirmed(response: unknown, settledAt: number | null): Promise<false> {
    const kept: KeptAction = {
      actionId: this.actionId,
      response: response ?? null,
      settledAt: settledAt ?? Math.round(this.ex.databaseNow()),
    };
    await this.step.succeed(JSON.stringify(kept), { early: true });
    return false;
  }

  private refused(response: unknown): false {
    const { action, object } = this.request;
    this.step.fail(new ActionRefused({ type: action.type, object }, response));
    return false;
  }

  private withdrawn(why: "denied" | "expired" | "cancelled"): false {
    if (why === "denied") {
      this.step.fail(new Rejected(null, null, `${this.text} was rejected. Nothing was sent.`));
      return false;
    }
    if (why === "expired") return this.stick("validation_expired", "was not approved in time. Nothing was sent.");
    throw new LeaseLost("run_cancelled");
  }

  private unknown(): false {
    return this.stick(
      "outcome_unknown",
      `ended without a proof: ${this.request.action.destination.title} may have it.`,
    );
  }

  private windowClosed(closedAt: number): false {
    const { title } = this.request.action.destination;
    const closed = new Date(closedAt).toISOString().slice(0, 16).replace("T", " ");
    const says = `may be at ${title}, whose window for the same key closed at ${closed} UTC: sending it again may act twice.`;
    return this.stick("outcome_unknown", says);
  }

  private stick(cause: Parameters<Execution["pending"]["stick"]>[0]["cause"], says: string): false {
    this.ex.pending.stick({ cause, text: `${this.text} ${says}`, actionIds: [this.actionId] });
    return false;
  }

  /** The ledger's own id wins over the one that was proposed. */
  private know(actionId: string): void {
    const { ex, step } = this;
    ex.askedActionIds.add(actionId);
    if (actionId === this.actionId) return;
    this.actionId = actionId;
    ex.writer.hint({ steps: [step.row("running", { actionId })] });
  }

  /** What cannot be kept is left out: the outcome does not depend on it. */
  private encode(seen: Seen): string | null {
    if (seen.response === undefined) return null;
    try {
      return this.ex.around.backend.encode(seen.response, `The answer to ${this.text}`);
    } catch {
      return null;
    }
  }
}

const notSent = { outcome: "not_sent", transport: "not_sent", httpCode: null, deduplicated: false } as const;
const fenced: Seen = { ...notSent, reason: "lease_lost", detail: "The lease ended before anything was sent." };

function reportOf(attemptId: string, seen: Seen, response: string | null): ReportAsk {
  const { outcome, transport, reason, httpCode, detail, deduplicated } = seen;
  return { attemptId, outcome, transport, reason, httpCode, detail, response, deduplicated };
}
