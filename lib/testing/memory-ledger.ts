/**
 * What the in-memory ledger holds, and the few moves that all its verbs are made of. JavaScript runs one verb at a
 * time, so the locks of the real store need no counterpart; everything else follows the same rules, from the same
 * pure functions.
 */

import { randomUUID } from "node:crypto";
import { type Action, type ActionState, type Attempt, type ClosedBy, foldAttempts } from "@/lib/ledger/action";
import type { BeginFacts } from "@/lib/ledger/answer";
import type { Destination, Hold } from "@/lib/ledger/destination";
import { type NearMiss, nearMissWith } from "@/lib/ledger/near-miss";
import type { Avoided, Evidence, OutboxRow, Probe, Proposal } from "@/lib/ledger/store";
import { ownerAlive } from "@/lib/ledger/verdict";

export type KeptAction = Omit<Action, "response"> & { response: string | null; payload: string | null };
export type KeptAttempt = Attempt & { runId: string | null };
export type KeptProbe = Probe & { takenUntil: number };
export type KeptOutboxRow = OutboxRow & { nextTryAt: number; tries: number; deliveredAt: number | null };

export type KeptDestination = {
  declaration: Destination;
  declaredAt: number;
  hold: Hold | null;
  holdId: string | null;
};

/** How far the two are is read off the actions. */
export type KeptNearMiss = Omit<NearMiss, "later" | "earlier">;
export type KeptProposal = Proposal & { state: "pending" | "confirmed" | "declined" | "replaced" };

export class MemoryLedger {
  readonly actions = new Map<string, KeptAction>();
  readonly attempts = new Map<string, KeptAttempt>();
  readonly fences = new Map<string, number>();
  readonly probes = new Map<string, KeptProbe>();
  readonly proposals = new Map<string, KeptProposal>();
  readonly evidence: Evidence[] = [];
  readonly avoided: Avoided[] = [];
  readonly nearMisses: KeptNearMiss[] = [];
  readonly outbox: KeptOutboxRow[] = [];
  readonly destinations = new Map<string, KeptDestination>();
  secret: string | null = null;

  constructor(readonly now: () => number) {}

  byKey(businessKey: string): KeptAction | undefined {
    return [...this.actions.values()].find((action) => action.live && action.businessKey === businessKey);
  }

  /** What a person found out before does not count any more; what was once is a contradiction from now on. */
  contradict(action: KeptAction): void {
    if (action.contradictionFound === "once") action.contradictedAt = this.now();
    action.contradictedAt ??= this.now();
    action.contradictionFound = null;
  }

  attemptsOf(actionId: string): KeptAttempt[] {
    return [...this.attempts.values()]
      .filter((attempt) => attempt.actionId === actionId)
      .sort((a, b) => a.number - b.number);
  }

  /** False for a token below the fence; a higher one ends what older executions left open. */
  holdFence(runId: string, token: number): { held: boolean; ended: number } {
    const seen = this.fences.get(runId) ?? token;
    this.fences.set(runId, Math.max(seen, token));
    if (token <= seen) return { held: token === seen, ended: 0 };
    const older = [...this.attempts.values()].filter((t) => t.runId === runId && t.token < token);
    return { held: true, ended: older.filter((attempt) => this.closeSilent(attempt, "fence")).length };
  }

  closeSilent(attempt: KeptAttempt, by: Exclude<ClosedBy, "report">): boolean {
    if (attempt.outcome !== null) return false;
    const now = this.now();
    attempt.outcome = "unknown";
    attempt.endedAt = now;
    attempt.closedBy = by;
    attempt.reason = silence[by].reason;
    if (by === "exit") attempt.holderEndedAt = now;
    this.say({ actionId: attempt.actionId, attemptId: attempt.id, kind: silence[by].kind, says: silence[by].says });
    this.refold(attempt.actionId);
    return true;
  }

  /** Ends the action's open attempt if its owner cannot be alive; true when one still is. */
  closeDeadOwner(actionId: string): boolean {
    const open = this.attemptsOf(actionId).find((attempt) => attempt.outcome === null);
    if (open === undefined) return false;
    const fence = this.fenceOf(open.runId);
    if (ownerAlive(open, fence, this.now())) return true;
    this.closeSilent(open, open.token < fence ? "fence" : "deadline");
    return false;
  }

  refold(actionId: string, response: string | null = null): ActionState {
    const action = this.getAction(actionId);
    const before = action.withdrawnWhy ? "withdrawn" : action.needsGrant && action.grant === null ? "held" : "planned";
    const wasFinal = action.state === "confirmed" || action.state === "refused";
    action.state = foldAttempts(this.attemptsOf(actionId), before, action.contradictionFound);
    action.version += 1;
    if (action.state !== "withdrawn") action.withdrawnWhy = null;
    const final = action.state === "confirmed" || action.state === "refused" || action.state === "withdrawn";
    action.settledAt = final ? (action.settledAt ?? this.now()) : null;
    action.response = wasFinal ? (action.response ?? response) : (response ?? action.response);
    return action.state;
  }

  say(evidence: Pick<Evidence, "actionId" | "kind" | "says"> & Partial<Evidence>): void {
    this.evidence.push({ id: randomUUID(), attemptId: null, by: null, at: this.now(), ...evidence });
  }

  wasSaid(evidenceId: string): boolean {
    return this.evidence.some(({ id }) => id === evidenceId);
  }

  /** The earlier action that a new one comes close to. */
  nearestTo(asked: Pick<Action, "type" | "object" | "logicalRunId" | "businessKey">) {
    const found = [...this.actions.values()].flatMap((earlier) => {
      const hasOpenMismatch = this.nearMisses.some(
        ({ kind, actionId, state }) => kind === "other_payload" && actionId === earlier.id && state === "open",
      );
      const kind = nearMissWith(asked, { ...earlier, hasOpenMismatch });
      return kind === null ? [] : [{ kind, other: earlier.id }];
    });
    return found.find(({ kind }) => kind === "other_run") ?? found[0] ?? null;
  }

  /** What a person decided about the action decides its near misses with other actions, too. */
  decideNear(actionId: string, state: "let_go" | "withdrawn", decidedBy: string | null, reason: string | null): void {
    for (const near of this.nearMisses) {
      if (near.actionId !== actionId || near.state !== "open" || near.kind === "other_payload") continue;
      Object.assign(near, { state, decidedBy, reason, decidedAt: this.now() });
    }
  }

  announce(action: Pick<KeptAction, "id" | "runId" | "state">): void {
    this.tell("action_settled", { actionId: action.id, runId: action.runId, state: action.state });
  }

  tell(kind: string, body: OutboxRow["body"], id: string = randomUUID()): void {
    this.outbox.push({ id, kind, body, nextTryAt: this.now(), tries: 0, deliveredAt: null });
  }

  facts(action: KeptAction): BeginFacts & { attempts: Attempt[] } {
    const attempts = this.attemptsOf(action.id);
    const sender = attempts.find((attempt) => attempt.outcome === null);
    return {
      action: this.action(action),
      attempts: attempts.map(({ runId: _, ...attempt }) => attempt),
      fence: this.fenceOf(sender?.runId ?? action.runId),
      absentDidNotSettle: this.absentDidNotSettle(action, attempts),
      hold: structuredClone(this.holdOn(action.destination)),
    };
  }

  action({ payload: _, response, ...action }: KeptAction): Action {
    return structuredClone({ ...action, response: response === null ? null : JSON.parse(response) });
  }

  getAction(id: string): KeptAction {
    const action = this.actions.get(id);
    if (action === undefined) throw new Error(`There is no action ${id}.`);
    return action;
  }

  holdOn(destination: string): Hold | null {
    return this.destinations.get(destination)?.hold ?? null;
  }

  private fenceOf(runId: string | null): number {
    return runId === null ? 0 : (this.fences.get(runId) ?? 0);
  }

  private absentDidNotSettle(action: KeptAction, attempts: KeptAttempt[]): boolean {
    if (action.state !== "unknown" && action.state !== "sending") return false;
    const last = [...this.probes.values()]
      .filter((probe) => probe.actionId === action.id && probe.finishedAt !== null)
      .sort((a, b) => (a.finishedAt ?? 0) - (b.finishedAt ?? 0) || (a.id < b.id ? -1 : 1))
      .at(-1);
    if (last === undefined || last.finishedAt === null || last.result !== "absent") return false;
    const begun = Math.max(...attempts.map((attempt) => attempt.begunAt));
    const unresolved = attempts.filter((attempt) => attempt.outcome === "unknown" && attempt.resolution === null);
    const ended = Math.max(...unresolved.map((attempt) => attempt.holderEndedAt ?? 0), 0);
    return last.finishedAt > begun && last.finishedAt >= ended;
  }
}

const silence = {
  fence: { kind: "fence", reason: "lease_lost", says: "A newer execution took over before it reported." },
  deadline: { kind: "deadline", reason: "timeout", says: "Its deadline passed in silence." },
  exit: { kind: "exit_seen", reason: "worker_crash", says: "The process of its worker was seen to have ended." },
} as const;
