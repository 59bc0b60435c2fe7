/**
 * The life of one run: its event arrives, a worker works, and whenever it stops, somebody comes after a while and does
 * what people do. Nobody knows what befell it: they see its state and its verdicts, as in the console.
 */

import { startTicket } from "@/lib/demo/start-ticket";
import { cancelRun } from "@/lib/engine/cancel-run";
import { checkAction } from "@/lib/engine/check-action";
import type { CommandAnswer } from "@/lib/engine/command";
import { decideProposal } from "@/lib/engine/decide-proposal";
import { decideValidation } from "@/lib/engine/decide-validation";
import { keepOutcome } from "@/lib/engine/keep-outcome";
import { readResumePlan, resumeRun } from "@/lib/engine/resume-run";
import { settleAction } from "@/lib/engine/settle-action";
import { workerExitSeen } from "@/lib/engine/worker-exit";
import { nextLookUp } from "@/lib/ledger/look-up";
import type { ActionRecord, Proposal } from "@/lib/ledger/store";
import { verdictOf } from "@/lib/ledger/verdict";
import { type Run, runCan } from "@/lib/progress/run";
import { newId } from "@/lib/sdk/new-id";
import { start } from "@/lib/sdk/start";
import { day, hour, minute, type Span } from "./arrivals";
import type { Died } from "./fleet";
import { accountOf, person, reasons } from "./person";
import type { RunPlan } from "./run-plan";
import type { Simulation } from "./simulation";

const second = 1_000;
/** Who resumed it that often gives it up. */
const resumesMax = 5;

/** What somebody does between so many milliseconds from now; null when nothing is left to do. */
type Next = { min: number; max: number; happen: () => Promise<void> } | null;

export class RunLife {
  private runId = "";
  private decisions = 0;
  private resumes = 0;

  constructor(
    private readonly simulation: Simulation,
    private readonly plan: RunPlan,
    private readonly limits: { outage: Span; end: number },
  ) {}

  async begin(): Promise<void> {
    const { backend, world, network, fleet } = this.simulation;
    const { workflow, object, input, eventId, mishap, manners, chance } = this.plan;
    if (manners.unservedMs !== undefined) await this.leaveOut(manners.unservedMs);
    const begin = () =>
      workflow === "support-ticket" || workflow === "sensitive-ticket"
        ? startTicket(backend, object, eventId)
        : start(fleet.workflow(workflow), input, { logicalRunId: eventId, backend });
    this.runId = (await begin()).runId;
    // Webhooks deliver at least once.
    if (chance.happens(0.05)) await begin();
    for (const fault of mishap.faults ?? []) await world.armFault(fault);
    for (const { call, trouble } of mishap.troubles ?? []) network.trouble(call, object, trouble);
    fleet.doom(this.runId, object, mishap.deaths ?? []);
    await this.work();
  }

  private async leaveOut(forMs: number): Promise<void> {
    const { fleet, clock, agenda } = this.simulation;
    const { workflow } = this.plan;
    await fleet.leaveOut(workflow, true);
    agenda.at(clock.wallMs() + forMs, () => fleet.leaveOut(workflow, false));
  }

  private async work(): Promise<void> {
    const { fleet, engine } = this.simulation;
    const died = await fleet.work();
    const run = await engine.progress.findRun(this.runId);
    if (run === null) throw new Error(`Run ${this.runId} is gone.`);
    if (died === null) return this.schedule(await this.react(run));
    await this.follow(died);
    this.schedule(died.death.seen ? this.reportExit(died.workerId) : this.awaitSilence(run));
  }

  private async follow({ death, wake }: Died): Promise<void> {
    const { clock, agenda, fleet, damage } = this.simulation;
    if (death.sleepsMs !== undefined) agenda.at(clock.wallMs() + death.sleepsMs, wake);
    if (death.deploys) await fleet.deploy(this.plan.workflow);
    if (death.damages !== undefined) await damage(this.runId, death.damages);
  }

  private reportExit(workerId: string): Next {
    return later(second, 4 * second, async () => {
      await workerExitSeen(this.simulation.engine, workerId);
      await this.work();
    });
  }

  private awaitSilence({ leaseMs }: Run): Next {
    return later(leaseMs + second, leaseMs + 3 * second, () => this.work());
  }

  private react(run: Run): Next | Promise<Next> {
    switch (run.state) {
      case "succeeded":
      case "cancelled":
        return null;
      case "queued":
        if (!this.simulation.fleet.isLeftOut(run.workflow)) {
          throw new Error(`${this.plan.object} is queued and no worker took it.`);
        }
        return later(hour, 2 * hour, () => this.work());
      case "running":
        return later(5 * second, 20 * second, () => this.work());
      case "waiting": {
        const leftMs = Math.max(0, (run.wakeAt ?? 0) - this.simulation.clock.wallMs());
        return later(leftMs + 10, leftMs + second, () => this.work());
      }
      case "needs_person":
        return this.awaitDecision(run);
      case "interrupted":
        return later(2 * minute, 45 * minute, () =>
          this.plan.chance.happens(0.05) ? this.cancel() : this.resume(run, reasons.interrupted),
        );
      case "blocked":
        return this.unblock(run);
      case "failed":
        return this.afterFailure(run);
    }
  }

  private awaitDecision(run: Run): Next {
    const { chance } = this.plan;
    const { clock } = this.simulation;
    this.decisions += 1;
    const { decide } = this.plan.manners;
    if (decide !== undefined) return later(20 * minute, 50 * minute, () => this.decide(run, decide));
    const drawn = chance.next();
    const mayExpire = this.decisions === 1 && clock.wallMs() + 25 * hour < this.limits.end;
    if (drawn < 0.08 && mayExpire) return later(24 * hour + second, 24 * hour + minute, () => this.work());
    const longest = chance.happens(0.8) ? 50 * minute : 7 * hour;
    if (drawn < 0.12) return later(20 * minute, longest, () => this.cancel());
    return later(4 * minute, longest, () =>
      this.decide(run, drawn < 0.24 && this.decisions === 1 ? "reject" : "approve"),
    );
  }

  private async decide(run: Run, verdict: "approve" | "reject"): Promise<void> {
    const { engine } = this.simulation;
    const { chance } = this.plan;
    const [validationId = ""] = run.waitsFor.validationIds;
    const validation = await engine.progress.findValidation(validationId);
    this.expect(
      await decideValidation(engine, {
        validationId,
        verdict,
        reason:
          verdict === "reject" ? chance.pick(reasons.reject) : this.isSecond() ? chance.pick(reasons.letGo) : null,
        answer: null,
        shown: validation?.subjects.map(({ fingerprint }) => fingerprint) ?? [],
        from: chance.pick(["Firefox on Linux", "Safari on iPhone", "Chrome on Windows"]),
        nonce: newId(),
        operator: person("approver", chance),
      }),
    );
    await this.work();
  }

  /** The other agents ask nobody by themselves: what waits here is an action that came close to another one. */
  private isSecond(): boolean {
    return this.plan.manners.decide !== undefined;
  }

  private async unblock(run: Run): Promise<Next> {
    const { chance, manners } = this.plan;
    if (manners.leave) return null;
    if (run.cause === "outcome_unknown") {
      if (manners.settle === "never") return null;
      if (manners.settle === "late") return later(2 * hour, 4 * hour, () => this.settle(run));
      return (await this.awaitLookUp()) ?? later(3 * minute, 50 * minute, () => this.settle(run));
    }
    if (run.cause === "payload_mismatch") return later(20 * minute, 3 * hour, () => this.keep());
    if (run.cause === "code_changed") return later(hour, 9 * hour, () => this.cancel(reasons.deploy));
    if (run.cause === "validation_expired" && chance.happens(0.4)) {
      return later(hour, 9 * hour, () => this.cancel());
    }
    return later(10 * minute, 3 * hour, () => this.resume(run, becauseOf(run)));
  }

  /** Where it is looked up without a click, people wait for that. */
  private async awaitLookUp(): Promise<Next> {
    const { engine, clock } = this.simulation;
    const now = await engine.ledger.now();
    for (const record of await engine.ledger.readRunActions(this.runId)) {
      const { at } = nextLookUp(record, now);
      if (at !== null) return later(at - clock.wallMs() + second, at - clock.wallMs() + 3 * second, () => this.work());
    }
    return null;
  }

  private afterFailure(run: Run): Next {
    const { chance } = this.plan;
    const isOld = this.simulation.clock.wallMs() < this.limits.end - 3 * day;
    if (this.resumes > 2 || (isOld && chance.happens(0.1))) return null;
    return later(10 * minute, 100 * minute, () => this.resume(run, reasons.failed));
  }

  private async resume(run: Run, because: readonly string[]): Promise<void> {
    const { engine, fleet } = this.simulation;
    // It may have gone on by itself since somebody looked.
    const present = await engine.progress.findRun(run.id);
    if (present === null || !runCan.resume(present).allowed) return this.work();
    const { chance } = this.plan;
    const plan = await readResumePlan(engine, run.id);
    if (plan?.disabled?.code === "outcome_unknown") {
      await this.settleAll();
      this.schedule(later(minute, 5 * minute, () => this.resume(run, because)));
      return;
    }
    if (plan?.disabled || this.resumes >= resumesMax) return this.cancel(reasons.deploy);
    const answer = this.expect(
      await resumeRun(engine, {
        runId: run.id,
        fromCheckpoint: plan?.from ?? 0,
        planToken: plan?.token ?? "",
        reason: chance.pick(because),
        nonce: newId(),
        operator: person("operator", chance),
      }),
    );
    this.resumes += 1;
    fleet.expectLookUps(answer.checking.length);
    await this.work();
  }

  private async settle(run: Run): Promise<void> {
    // Nothing to look up or to decide: the same key makes a retry safe.
    if ((await this.settleAll()) === 0) return this.resume(run, reasons.sameKey);
    await this.work();
  }

  /** Looks each unknown action up where that is possible, and decides by hand where it is not. Returns how many. */
  private async settleAll(): Promise<number> {
    const { engine, fleet } = this.simulation;
    const { chance } = this.plan;
    const operator = person("operator", chance);
    const now = await engine.ledger.now();
    let settled = 0;
    for (const record of await engine.ledger.readRunActions(this.runId)) {
      const { id: actionId, version } = record.action;
      const { kind } = verdictOf(record, now);
      if (kind === "verify_first") {
        this.expect(await checkAction(engine, { actionId, nonce: newId(), operator }));
        fleet.expectLookUps(1);
        settled += 1;
      }
      if (kind !== "ask_a_person") continue;
      settled += 1;
      const { as, evidence } = await this.lookByHand(record);
      const reason = chance.pick(as === "happened" ? reasons.settle : reasons.notFound);
      const said = { actionId, version, as, evidence, reason };
      const { proposal } = this.expect(await settleAction(engine, { ...said, nonce: newId(), operator }));
      if (proposal) await this.confirm(proposal, version);
    }
    return settled;
  }

  /** What cannot be taken back needs a second person: the admin never is the first one here. */
  private async confirm({ id: proposalId, actionId }: Proposal, version: number): Promise<void> {
    const { engine } = this.simulation;
    const ask = { actionId, proposalId, version, verdict: "confirm", reason: "Looked as well." } as const;
    this.expect(await decideProposal(engine, { ...ask, nonce: newId(), operator: accountOf("admin") }));
  }

  private async lookByHand({ action }: ActionRecord): Promise<{ as: "happened" | "did_not_happen"; evidence: string }> {
    const { title } = action.declaration;
    const { entries } = await this.simulation.world.log({ object: action.object });
    const looksWrongly = this.plan.manners.settle === "wrongly";
    const found = looksWrongly
      ? undefined
      : entries.find(({ marker, key }) => marker === action.marker || key === action.providerKey);
    return found
      ? { as: "happened", evidence: `${found.summary}, seen at ${title} with the reference ${action.marker}.` }
      : { as: "did_not_happen", evidence: `Nothing with the reference ${action.marker} at ${title}.` };
  }

  /** The ask of the next execution differs from what was sent: what was sent stands. */
  private async keep(): Promise<void> {
    const { engine } = this.simulation;
    const { chance } = this.plan;
    const operator = person("operator", chance);
    for (const { nearMisses } of await engine.ledger.readRunActions(this.runId)) {
      for (const { id: nearMissId, actionId, kind, state } of nearMisses) {
        if (kind !== "other_payload" || state !== "open") continue;
        const reason = chance.pick(reasons.keep);
        this.expect(await keepOutcome(engine, { actionId, nearMissId, reason, nonce: newId(), operator }));
      }
    }
    await this.work();
  }

  private async cancel(because: readonly string[] = reasons.cancel): Promise<void> {
    const { engine } = this.simulation;
    const { chance } = this.plan;
    const operator = person("operator", chance);
    const reason = chance.pick(because);
    this.expect(await cancelRun(engine, { runId: this.runId, reason, nonce: newId(), operator }));
    await this.work();
  }

  private schedule(next: Next): void {
    if (next === null) return;
    const { clock, agenda } = this.simulation;
    const { outage, end } = this.limits;
    const { chance } = this.plan;
    const now = clock.wallMs();
    let at = now + chance.between(next.min, next.max);
    // Most people wait until an outage is over; what takes seconds is not done by people.
    if (next.min >= minute && at >= outage.from && at < outage.to && chance.happens(0.7)) {
      at = outage.to + chance.between(5 * minute, 90 * minute);
    }
    // Everything is over when the history ends.
    agenda.at(at > end && now < end ? chance.between(now, end) : at, next.happen);
  }

  private expect<T extends object>(answer: CommandAnswer<T>): T {
    if (answer.ok) return answer;
    throw new Error(`${this.plan.object}: an operator was refused: ${answer.code}. ${answer.message}`);
  }
}

function becauseOf({ cause }: Run): readonly string[] {
  if (cause === "checkpoint_corrupt" || cause === "schema_mismatch") return reasons.unreadable;
  return cause === "error" ? reasons.away : reasons.blocked;
}

const later = (min: number, max: number, happen: () => Promise<void>): Next => ({ min, max, happen });
