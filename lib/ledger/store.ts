/**
 * The port behind which the ledger is kept. Every method is atomic. The ledger never reads leases: it has its own
 * fence per run, the highest token it has seen. Declare and begin lock it, refuse a lower token and raise it to a
 * higher one; raising turns open attempts of lower tokens into unknown in the same transaction.
 */

import type { Action, ActionState, Attempt, AttemptReason, Outcome, TransportResult, Withdrawal } from "./action";
import type { BeginFacts } from "./answer";
import type { Destination, Hold } from "./destination";
import type { NearMiss, NearMissKind, NearMissState, ReviseRefusal } from "./near-miss";
import type { LedgerProtection } from "./protection";
import type { LedgerTroubles } from "./trouble";

export type Page<T> = { rows: T[]; next: string | null };

/** Who asks: null for a call guarded without a run. */
export type Holder = { runId: string; token: number; executionId: string; workerId: string };

export type NewAction = {
  id: string;
  runId: string | null;
  logicalRunId: string | null;
  type: string;
  object: string;
  occurrence: string;
  businessKey: string;
  providerKey: string;
  marker: string;
  fingerprint: string;
  /** JSON text, exactly as it will be sent. */
  payload: string;
  declaration: Destination;
  needsGrant: boolean;
};

export type StaleLease = { refused: "stale_lease" };

/** What `proceed` hands to the sender: always the stored payload of the live revision. */
export type OpenedAttempt = { attempt: Attempt; action: Action; payload: string };

export type BeginResult =
  | { opened: true; fresh: OpenedAttempt }
  /** It was there before: the caller decides on these facts. */
  | { opened: false; facts: BeginFacts /** Null once purged. */; payload: string | null; now: number };

export type ReportAsk = {
  attemptId: string;
  outcome: Outcome;
  transport: TransportResult;
  reason: AttemptReason | null;
  httpCode: number | null;
  detail: string | null;
  /** JSON text or null. */
  response: string | null;
  /** The destination said that it merged this request into an earlier one. */
  deduplicated: boolean;
};
export type ReportResult =
  | { reported: true; state: ActionState; settledAt: number | null; contradicted: boolean }
  | { reported: false; why: "attempt_not_found" };

export type SettleAsk = {
  /** Of the statement that it leaves as evidence; the same one again is answered as the first time. */
  id: string;
  actionId: string;
  /** Version that the person saw. */
  version: number;
  as: "happened" | "did_not_happen" | "send_again";
  evidence: string;
  reason: string;
  by: string;
};
export type SettleResult =
  | { settled: true; state: ActionState }
  | { settled: false; why: SettleRefusal; state: ActionState | null };
type SettleRefusal =
  | "action_not_found"
  | "changed_meanwhile"
  | "not_unknown"
  /** By the rule of `needsSecondPerson`. */
  | "second_person_needed";

/** How often it happened, where the evidence contradicts itself. What is unknown beside it is part of that. */
export type ContradictionAsk = Omit<SettleAsk, "as"> & { found: NonNullable<Action["contradictionFound"]> };
export type ContradictionResult =
  | { settled: true; state: ActionState }
  | {
      settled: false;
      why: "action_not_found" | "changed_meanwhile" | "not_contradicted" | "in_flight" | "second_person_needed";
      state: ActionState | null;
    };

export const proposable = ["did_not_happen", "send_again", "once"] as const;

/** What one person wants to settle it as; it settles nothing before a second one confirms it. */
export type Proposal = {
  id: string;
  actionId: string;
  /** `once` where its evidence contradicts itself, the others where it is unknown. */
  as: (typeof proposable)[number];
  evidence: string;
  reason: string;
  by: string;
  /** The person, whatever their account's name or role is. */
  byPerson: string;
  at: number;
};
export type ProposeAsk = Omit<Proposal, "at"> & { version: number };
export type ProposeResult =
  | { proposed: true; proposal: Proposal }
  | {
      proposed: false;
      why: Exclude<SettleRefusal, "second_person_needed"> | "not_contradicted" | "in_flight";
      state: ActionState | null;
    }
  /** Somebody's waits already; it is confirmed, declined or withdrawn first. */
  | { proposed: false; why: "already_proposed"; state: ActionState; proposal: Proposal };
export type DecideProposalAsk = {
  /** Of the statement that it leaves as evidence; the same one again is answered as the first time. */
  id: string;
  proposalId: string;
  verdict: "confirm" | "decline";
  /** Version that this person saw. */
  version: number;
  by: string;
  byPerson: string;
  /** Of a declined one. */
  reason: string;
};
export type DecideProposalResult =
  | { decided: true; state: ActionState }
  | {
      decided: false;
      why:
        | "proposal_not_found"
        | "same_person"
        | "not_contradicted"
        | "in_flight"
        | Exclude<SettleRefusal, "action_not_found" | "second_person_needed">;
      state: ActionState | null;
    };

export type Probe = {
  id: string;
  actionId: string;
  destination: string;
  askedBy: string;
  askedAt: number;
  /** Not run before this moment, so that its "absent" can count. */
  notBefore: number;
  state: "queued" | "running" | "done" | "failed";
  result: "found" | "absent" | "unclear" | null;
  detail: string | null;
  finishedAt: number | null;
};
export type ProbeTask = { probe: Probe; action: Action; attempts: Attempt[] };
export type ProbeReport = {
  probeId: string;
  result: "found" | "absent" | "unclear";
  /** How many records carry our marker. */
  count: number;
  detail: string;
  /** JSON text or null: the record found. */
  record: string | null;
};

export type Evidence = {
  id: string;
  actionId: string;
  attemptId: string | null;
  kind: "report" | "late_report" | "fence" | "deadline" | "exit_seen" | "probe" | "person" | "proposal";
  says: string;
  by: string | null;
  at: number;
};

export type Avoided = {
  actionId: string;
  executionId: string;
  runId: string | null;
  cause: "recovery" | "resume" | "wake" | "repeated_ask";
  /** The attempt whose confirmation made the repeat needless; null when a read-back or a person settled it. */
  proofAttemptId: string | null;
  at: number;
  /** Set when a person said that it was a genuine second action: it counts no longer, and that one may be sent. */
  wrong: { by: string; reason: string; at: number; secondActionId: string } | null;
};

/** Who decided that held actions may go, as the ledger quotes it. */
export type GrantAsk = { decisionId: string; by: string; reason: string | null };

/** The revision that replaces an action: its own id, key and payload, under the same business key. */
export type Revision = {
  id: string;
  /** The action that it replaces; must be the live one. */
  replaces: string;
  revision: number;
  providerKey: string;
  marker: string;
  fingerprint: string;
  /** JSON text, exactly as it will be sent. */
  payload: string;
  /** Of the ask that a person lets in with it; null when the code goes on asking for what it declared. */
  accepts: string | null;
  by: string;
  reason: string;
};
export type ReviseResult =
  | { revised: true; action: Action }
  | { revised: false; why: ReviseRefusal | "action_not_found"; state: ActionState | null };

export type OutboxRow = { id: string; kind: string; body: Record<string, unknown> };

export type ActionRecord = {
  action: Action;
  payload: string | null;
  attempts: Attempt[];
  fence: number;
  absentDidNotSettle: boolean;
  hold: Hold | null;
  /** Waits for a second person. */
  proposal: Proposal | null;
  probes: Probe[];
  evidence: Evidence[];
  avoided: Avoided[];
  /** In which it is either of the two, oldest first. */
  nearMisses: NearMiss[];
};

export type RegisteredDestination = {
  declaration: Destination;
  /** When it was first declared as it is now. */
  declaredAt: number;
  hold: Hold | null;
};
export type DestinationFigure = {
  destination: string;
  /** More than `most`, by default `countedMax`, are counted as one more than it. */
  actions: Partial<Record<ActionState, number>>;
  /** When the last of its open attempts reaches its deadline; null when none is open. */
  inFlightUntil: number | null;
};
export type HoldResult =
  | { held: true; hold: Hold; inFlightUntil: number | null }
  | { held: false; why: "destination_not_found" }
  | { held: false; why: "already_held"; hold: Hold };
export type ReleaseResult = { released: true } | { released: false; why: "destination_not_found" | "not_held" };

export type ActionQuery = {
  states?: ActionState[];
  destination?: string;
  runId?: string;
  /** Matches the id, object, type and logical run id. */
  text?: string;
  from?: number;
  to?: number;
  /** Only those with a duplicate avoided in [from, to). */
  avoided?: { from: number; to: number; cause?: Avoided["cause"] };
  /** Only those whose evidence became contradictory in [from, to): duplicates that got through. */
  contradicted?: { from: number; to: number };
  /** Only those whose evidence contradicts itself, while nobody found out how often it happened. */
  disputed?: true;
  /** Only those that had been unknown for `longerThanMs` at some moment of [from, to), as `countLongUnknown` counts them. */
  longUnknown?: { from: number; to: number; longerThanMs: number };
  /** Only those of no run that still have their payload: no run's end takes it. */
  unowned?: true;
  /** Only those that came close to another action or payload; "open" ones wait for a person. */
  nearMiss?: "any" | "open";
  /** Only those with an attempt numbered > 1 whose previous attempt ended for this reason in [from, to). */
  retried?: { reason: AttemptReason; from: number; to: number };
  cursor?: string;
  pageSize: number;
};
export type ActionRow = {
  action: Action;
  attempts: Attempt[];
  fence: number;
  absentDidNotSettle: boolean;
  hold: Hold | null;
  avoidedCount: number;
};

/** A live action of a run, as a gap between the halves is looked for. */
export type AgedAction = {
  id: string;
  runId: string;
  type: string;
  object: string;
  state: ActionState;
  createdAt: number;
  settledAt: number | null;
};

export type AvoidedFigure = { day: string; cause: Avoided["cause"]; actions: number; events: number };
export type AttemptFigure = { day: string; reason: AttemptReason; attempts: number; actions: number; runs: number };
/** An attempt that was followed by another one: what each retry figure counts. */
export type AttemptRow = {
  attemptId: string;
  actionId: string;
  runId: string | null;
  type: string;
  object: string;
  number: number;
  reason: AttemptReason;
  at: number;
};
export type GotThroughFigure = { day: string; actions: number };
/** Only those whose first attempt failed, so that each action counts once however long its loop is. */
type FirstOnly = { firstOnly?: boolean };

/** A dry run counts all that would go, and removes nothing. */
export type RemoveAsk = { before: number; limit: number; dryRun: boolean };

/** Percentiles of n lengths of time, each the nearest rank: a length that really was. Null of none. */
export type Latency = { n: number; p50Ms: number | null; p95Ms: number | null; p99Ms: number | null };
export type NearMissFigure = { kind: NearMissKind; state: NearMissState; count: number };

export interface LedgerStore extends LedgerTroubles, LedgerProtection {
  now(): Promise<number>;
  /** The deployment's secret for provider keys, made once and kept with the ledger. */
  secret(): Promise<string>;

  declareDestinations(destinations: Destination[]): Promise<void>;
  /**
   * Once this has answered, no attempt opens there any more; those open already may still arrive. The same id again is
   * answered as the first time.
   */
  holdDestination(ask: { id: string; name: string; by: string; reason: string }): Promise<HoldResult>;
  /** Tells the waiting runs by an outbox row of the same transaction. The same id again is answered as the first time. */
  releaseDestination(ask: { id: string; name: string }): Promise<ReleaseResult>;
  /**
   * New ones become planned or held; one that comes close to an action of another run is held, whatever was asked,
   * unless a repeat does no harm. Those already there keep their row. A withdrawn one is declared anew.
   */
  declare(holder: Holder, actions: NewAction[]): Promise<Action[] | StaleLease>;
  /** One commit for a new action: declared and its first attempt open, unless it is held. */
  begin(
    holder: Holder | null,
    action: NewAction,
    attempt: { id: string; deadlineMs: number },
  ): Promise<BeginResult | StaleLease>;
  /** The next attempt of a known action, if its version is still the one the decision was made on. */
  openAttempt(
    holder: Holder | null,
    ask: { actionId: string; version: number; attemptId: string; deadlineMs: number },
  ): Promise<{ opened: true; fresh: OpenedAttempt } | { opened: false } | StaleLease>;
  /** Settles only its own attempt; in time or late, with a current or an old token. */
  report(ask: ReportAsk): Promise<ReportResult>;

  /** Returns the attempts turned unknown. */
  raiseFence(runId: string, token: number): Promise<number>;
  /** Open attempts past their deadline become unknown. */
  expireAttempts(limit: number): Promise<number>;
  /** The process of this worker is known to have ended. */
  workerExitSeen(workerId: string): Promise<void>;

  /** Near misses of what it lets go are decided with it. */
  grant(grant: GrantAsk, subjects: { actionId: string; fingerprint: string }[]): Promise<void>;
  withdraw(ask: { actionIds: string[] } | { runId: string }, why: Exclude<Withdrawal, "revised">): Promise<number>;
  /** Once per action, kind and fingerprint. */
  recordNearMiss(
    near: Pick<NearMiss, "id" | "kind" | "actionId" | "runId" | "executionId" | "fingerprint" | "payload" | "state">,
  ): Promise<void>;
  /**
   * "Keep the stored outcome": asks with this fingerprint resolve to it from now on, and their runs wake. The id is of the
   * statement that it leaves as evidence; the same one again is answered as the first time.
   */
  keepOutcome(ask: { id: string; actionId: string; fingerprint: string; by: string; reason: string }): Promise<boolean>;
  /**
   * A repeat that was avoided was none: it counts no longer, and gets an action of its own, granted and of no run.
   * False when somebody said so before, when there is no such repeat, or when its payload is gone.
   */
  markSecond(
    second: Pick<Action, "id" | "occurrence" | "businessKey" | "providerKey" | "marker"> & {
      actionId: string;
      executionId: string;
      by: string;
      reason: string;
    },
  ): Promise<boolean>;
  /** One of these types that waits to be sent; null when there is none. Whoever opens its attempt sends it. */
  findSecond(types: string[]): Promise<Action | null>;
  /** The same revision a second time is answered as the first time. */
  revise(revision: Revision): Promise<ReviseResult>;
  settle(ask: SettleAsk): Promise<SettleResult>;
  settleContradiction(ask: ContradictionAsk): Promise<ContradictionResult>;
  /** Refused while another one waits. */
  proposeSettlement(ask: ProposeAsk): Promise<ProposeResult>;
  /** Confirming is for another person than the one who proposed; declining is for everybody. */
  decideProposal(ask: DecideProposalAsk): Promise<DecideProposalResult>;
  recordAvoided(avoided: Omit<Avoided, "at" | "wrong">): Promise<void>;

  /**
   * Payload, stored answer and what near misses brought go; of those that are final, and not of one that changed since
   * this version. Returns how many went.
   */
  purgePayloads(actions: { id: string; version: number }[]): Promise<number>;
  /** Everything about the run goes, if these are all its actions and none changed since; keys included. */
  removeRun(ask: { runId: string; actions: { id: string; version: number }[] }): Promise<boolean>;
  /** Outbox rows that were delivered before `before`: at most so many go, or all are counted. */
  removeDelivered(ask: RemoveAsk): Promise<number>;
  /**
   * Look-ups that ended before `before`, of actions that are final: of an unknown one they say how often it was asked.
   * What they found stays as evidence.
   */
  removeLookUps(ask: RemoveAsk): Promise<number>;

  askProbe(ask: { probeId: string; actionId: string; by: string; notBefore: number }): Promise<Probe>;
  /** Unknown actions that `nextLookUp` wants to be asked about by now, the longest waiting first. */
  dueLookUps(limit: number): Promise<string[]>;
  takeProbe(workerId: string, destinations: string[]): Promise<ProbeTask | null>;
  /** `settleAs` is the engine's decision on the verdict's rules; null leaves the action unknown. */
  reportProbe(report: ProbeReport, settleAs: "happened" | "did_not_happen" | null): Promise<ActionState>;

  takeOutbox(limit: number): Promise<OutboxRow[]>;
  outboxDelivered(id: string): Promise<void>;

  findAction(id: string): Promise<Action | null>;
  /** The revision that asks with this key resolve to. */
  findLive(businessKey: string): Promise<Action | null>;
  readAction(id: string): Promise<ActionRecord | null>;
  /** All actions of the run, with payloads: what resume plans, approvals and the run page show. */
  readRunActions(runId: string): Promise<ActionRecord[]>;
  readActions(ids: string[]): Promise<ActionRecord[]>;
  /** Open same-key windows first, the one that closes first at the top; then the longest unknown. */
  readUnknown(query: { destination?: string; limit: number }): Promise<ActionRecord[]>;
  listActions(query: ActionQuery): Promise<Page<ActionRow>>;
  /** By state; with `runIds` also by run, otherwise `runId` is null. */
  countActions(query: {
    runIds?: string[];
    states?: ActionState[];
  }): Promise<{ runId: string | null; state: ActionState; count: number }[]>;
  avoidedByRun(runIds: string[]): Promise<Record<string, number>>;
  avoidedFigures(range: { from: number; to: number; zone: string }): Promise<AvoidedFigure[]>;
  /** Distinct actions and events in the range, without contradicted actions; those are `gotThrough`, by when it showed. */
  avoidedTotals(range: { from: number; to: number }): Promise<{ actions: number; events: number; gotThrough: number }>;
  /** Distinct actions, as `avoidedTotals` counts them: most often avoided first. */
  avoidedByType(range: { from: number; to: number }): Promise<{ type: string; actions: number }[]>;
  /** By the day on which the evidence came to contradict itself. */
  gotThroughFigures(range: { from: number; to: number; zone: string }): Promise<GotThroughFigure[]>;
  attemptFigures(range: { from: number; to: number; zone: string } & FirstOnly): Promise<AttemptFigure[]>;
  /** Newest first. */
  attemptRows(
    ask: { from: number; to: number; reason?: AttemptReason; limit: number } & FirstOnly,
  ): Promise<AttemptRow[]>;
  /** From the first attempt to the settlement, of actions declared in the range that are confirmed or refused. */
  settlingTimes(range: { from: number; to: number }): Promise<Latency>;
  /**
   * Actions that had been unknown for `longerThanMs` at some moment of the range, whatever became of them later.
   * A repeat with the same key does not end an unknown; its proof does.
   */
  countLongUnknown(ask: { from: number; to: number; longerThanMs: number }): Promise<number>;
  nearMissFigures(range: { from: number; to: number }): Promise<NearMissFigure[]>;
  /**
   * Live actions of runs declared before a moment: those that are not final, and of the others the newest since `from`.
   * At most `limit` of each, oldest first.
   */
  agedActions(ask: { from: number; before: number; limit: number }): Promise<AgedAction[]>;
  /** Runs of `runIds` in which an action has contradictory evidence. */
  contradictedRuns(runIds: string[]): Promise<string[]>;
  /** By name. */
  listDestinations(): Promise<RegisteredDestination[]>;
  /** Reads the whole ledger: for the register's own page. Destinations without an action are left out. */
  destinationFigures(most?: number): Promise<DestinationFigure[]>;
}
