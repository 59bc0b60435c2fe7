/** The in-memory ledger's hot path: declare, begin, the next attempt, the report. */

import { randomUUID } from "node:crypto";
import { type Attempt, acceptsAsk, isContradictory, isDisputed } from "@/lib/ledger/action";
import { requireDeadline } from "@/lib/ledger/deadline";
import { nearMissHolds } from "@/lib/ledger/near-miss";
import { declaredAction, openAttemptOf } from "@/lib/ledger/opening";
import { reportSays, weighReport } from "@/lib/ledger/report";
import type { Holder, LedgerStore, NewAction, OpenedAttempt, ReportAsk, ReportResult } from "@/lib/ledger/store";
import { sameKeyUntil } from "@/lib/ledger/verdict";
import type { KeptAction, KeptAttempt, MemoryLedger } from "./memory-ledger";

type HotPath = Pick<LedgerStore, "declare" | "begin" | "openAttempt" | "report">;

export const memoryHotPath = (ledger: MemoryLedger): HotPath => ({
  async declare(holder, actions) {
    if (actions.length === 0) return [];
    if (!ledger.holdFence(holder.runId, holder.token).held) return { refused: "stale_lease" };
    return actions.map((asked) => ledger.action(declareAgain(ledger, asked) ?? keep(ledger, asked, holder, null)));
  },

  async begin(holder, asked, attempt) {
    requireDeadline(attempt.deadlineMs);
    if (holder && !ledger.holdFence(holder.runId, holder.token).held) return { refused: "stale_lease" };
    const known = ledger.byKey(asked.businessKey);
    const action = known ?? keep(ledger, asked, holder, holder?.executionId ?? null);
    if (known === undefined && !action.needsGrant && ledger.holdOn(action.destination) === null) {
      const fresh = openFirst(ledger, holder, action, attempt);
      return { opened: true, fresh };
    }
    return { opened: false, facts: ledger.facts(action), payload: action.payload, now: ledger.now() };
  },

  async openAttempt(holder, ask) {
    requireDeadline(ask.deadlineMs);
    if (holder && !ledger.holdFence(holder.runId, holder.token).held) return { refused: "stale_lease" };
    const action = ledger.actions.get(ask.actionId);
    if (action === undefined) return { opened: false };
    const same = ledger.attempts.get(ask.attemptId);
    if (same !== undefined) {
      const still = same.actionId === action.id && same.outcome === null && ledger.closeDeadOwner(action.id);
      return still ? { opened: true, fresh: opened(ledger, action, same) } : { opened: false };
    }
    if (action.version !== ask.version || ledger.closeDeadOwner(action.id) || !mayOpen(ledger, action)) {
      return { opened: false };
    }
    const next = { id: ask.attemptId, deadlineMs: ask.deadlineMs };
    return { opened: true, fresh: open(ledger, holder, action, next) };
  },

  report: async (ask) => report(ledger, ask),
});

function declareAgain(ledger: MemoryLedger, asked: NewAction): KeptAction | null {
  const known = ledger.byKey(asked.businessKey);
  if (known?.state === "withdrawn" && known.payload !== null && acceptsAsk(known, asked.fingerprint)) {
    known.withdrawnWhy = null;
    known.grant = null;
    ledger.refold(known.id);
    for (const near of ledger.nearMisses) {
      if (near.actionId !== known.id || near.state !== "withdrawn") continue;
      Object.assign(near, { state: "open", decidedBy: null, reason: null, decidedAt: null });
    }
  }
  return known ?? null;
}

function keep(ledger: MemoryLedger, asked: NewAction, holder: Holder | null, executionId: string | null): KeptAction {
  if (ledger.actions.has(asked.id)) throw new Error(`The action id ${asked.id} belongs to another business key.`);
  const near = ledger.nearestTo(asked);
  const holds = near !== null && nearMissHolds(asked.declaration);
  const needsGrant = asked.needsGrant || holds;
  const declared = declaredAction({ ...asked, needsGrant }, Buffer.byteLength(asked.payload), ledger.now());
  const action = structuredClone({ ...declared, response: null, payload: asked.payload });
  ledger.actions.set(action.id, action);
  if (near !== null) {
    ledger.nearMisses.push({
      id: randomUUID(),
      kind: near.kind,
      actionId: action.id,
      otherActionId: near.other,
      runId: holder?.runId ?? null,
      executionId,
      fingerprint: "",
      payload: null,
      state: holds ? "open" : "noted",
      at: ledger.now(),
      decidedBy: null,
      reason: null,
      decidedAt: null,
    });
  }
  return action;
}

function openFirst(
  ledger: MemoryLedger,
  holder: Holder | null,
  action: KeptAction,
  ask: { id: string; deadlineMs: number },
): OpenedAttempt {
  // Declared and begun in one step: that is one version, not two.
  action.version = 0;
  return open(ledger, holder, action, ask);
}

function open(
  ledger: MemoryLedger,
  holder: Holder | null,
  action: KeptAction,
  ask: { id: string; deadlineMs: number },
): OpenedAttempt {
  const number = (ledger.attemptsOf(action.id).at(-1)?.number ?? 0) + 1;
  const attempt = openAttemptOf(action.id, holder, { ...ask, number }, ledger.now());
  ledger.attempts.set(ask.id, { ...attempt, runId: holder?.runId ?? null });
  action.riskAccepted = false;
  action.firstBegunAt ??= ledger.now();
  ledger.refold(action.id);
  return opened(ledger, action, attempt);
}

function opened(ledger: MemoryLedger, action: KeptAction, attempt: Attempt | KeptAttempt): OpenedAttempt {
  const { runId: _, ...seen } = { runId: null, ...attempt };
  // What may still be sent has its payload: only what is final is purged.
  return { attempt: seen, action: ledger.action(action), payload: action.payload! };
}

function mayOpen(ledger: MemoryLedger, action: KeptAction): boolean {
  if (ledger.holdOn(action.destination) !== null) return false;
  if (action.state === "unknown") {
    const until = sameKeyUntil(action);
    return !isDisputed(action) && until !== null && ledger.now() < until;
  }
  if (action.state !== "planned") return false;
  if (isDisputed(action) && !action.riskAccepted) return false;
  return !action.needsGrant || action.grant?.fingerprint === action.fingerprint;
}

function report(ledger: MemoryLedger, ask: ReportAsk): ReportResult {
  const attempt = ledger.attempts.get(ask.attemptId);
  if (attempt === undefined) return { reported: false, why: "attempt_not_found" };
  const action = ledger.getAction(attempt.actionId);
  if (attempt.outcome === null || !wasRecorded(ledger, ask)) record(ledger, action, attempt, ask);
  const { state, settledAt } = action;
  return { reported: true, state, settledAt, contradicted: isDisputed(action) };
}

const wasRecorded = (ledger: MemoryLedger, ask: ReportAsk): boolean =>
  ledger.evidence.some(
    ({ attemptId, kind, says }) =>
      attemptId === ask.attemptId && (kind === "report" || kind === "late_report") && says === reportSays(ask),
  );

function record(ledger: MemoryLedger, action: KeptAction, attempt: KeptAttempt, ask: ReportAsk): void {
  const now = ledger.now();
  const late = attempt.outcome !== null || now > attempt.deadlineAt;
  const wasUnknown = late || ledger.attemptsOf(action.id).some((each) => each.outcome === "unknown");
  const { taken, contradicts } = weighReport(attempt, ask.outcome);
  if (taken) {
    attempt.outcome = ask.outcome;
    attempt.endedAt ??= now;
    attempt.closedBy ??= "report";
    attempt.transport = ask.deduplicated ? "deduplicated" : ask.transport;
    attempt.reason = ask.reason ?? attempt.reason;
    attempt.httpCode = ask.httpCode;
    attempt.detail = ask.detail;
  }
  attempt.holderEndedAt ??= now;
  const kind = late ? "late_report" : "report";
  ledger.say({ actionId: action.id, attemptId: attempt.id, kind, says: reportSays(ask) });
  const before = action.state;
  const answered = taken && (ask.outcome === "confirmed" || ask.outcome === "refused");
  ledger.refold(action.id, answered ? ask.response : null);
  const twice = ask.outcome === "confirmed" && isContradictory(ledger.attemptsOf(action.id), action.declaration);
  if (contradicts || twice) ledger.contradict(action);
  const moved = action.state !== before && action.state !== "unknown" && action.state !== "sending";
  if (wasUnknown && moved) ledger.announce(action);
}
