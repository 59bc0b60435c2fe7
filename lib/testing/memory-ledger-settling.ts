/** The in-memory ledger's moves from outside an action's own attempts: fence, silence, approval, person, look-up. */

import { type Attempt, isDisputed } from "@/lib/ledger/action";
import { nextLookUp } from "@/lib/ledger/look-up";
import { contradictionSays, needsSecondPerson, resolutionOf, settlementSays } from "@/lib/ledger/settlement";
import type {
  ContradictionAsk,
  ContradictionResult,
  LedgerStore,
  Probe,
  ProbeReport,
  SettleAsk,
  SettleResult,
} from "@/lib/ledger/store";
import type { KeptAction, KeptProbe, MemoryLedger } from "./memory-ledger";

type Settling = Pick<
  LedgerStore,
  | "raiseFence"
  | "expireAttempts"
  | "workerExitSeen"
  | "grant"
  | "withdraw"
  | "settle"
  | "settleContradiction"
  | "recordAvoided"
>;

export const memorySettling = (ledger: MemoryLedger): Settling => ({
  raiseFence: async (runId, token) => ledger.holdFence(runId, token).ended,

  async expireAttempts(limit) {
    const silent = [...ledger.attempts.values()]
      .filter((attempt) => attempt.outcome === null && attempt.deadlineAt < ledger.now())
      .sort((a, b) => a.deadlineAt - b.deadlineAt)
      .slice(0, limit);
    return silent.filter((attempt) => ledger.closeSilent(attempt, "deadline")).length;
  },

  async workerExitSeen(workerId) {
    for (const attempt of ledger.attempts.values()) {
      if (attempt.workerId !== workerId || attempt.holderEndedAt !== null) continue;
      if (ledger.closeSilent(attempt, "exit")) continue;
      if (attempt.outcome !== "unknown" || attempt.resolution !== null) continue;
      attempt.holderEndedAt = ledger.now();
      const says = "The process of its worker was seen to have ended.";
      ledger.say({ actionId: attempt.actionId, attemptId: attempt.id, kind: "exit_seen", says });
      ledger.refold(attempt.actionId);
    }
  },

  async grant({ decisionId, by, reason }, subjects) {
    for (const { actionId, fingerprint } of subjects) {
      const action = ledger.actions.get(actionId);
      if (action?.state !== "held" || action.fingerprint !== fingerprint) continue;
      action.grant = { decisionId, fingerprint };
      ledger.refold(actionId);
      ledger.decideNear(actionId, "let_go", by, reason);
    }
  },

  async withdraw(ask, why) {
    const asked = (action: KeptAction) =>
      "runId" in ask ? action.runId === ask.runId : ask.actionIds.includes(action.id);
    const unsent = [...ledger.actions.values()].filter(
      (action) => asked(action) && (action.state === "planned" || action.state === "held") && !isDisputed(action),
    );
    for (const action of unsent) {
      action.withdrawnWhy = why;
      action.riskAccepted = false;
      ledger.refold(action.id);
      ledger.decideNear(action.id, "withdrawn", null, why);
    }
    return unsent.length;
  },

  settle: async (ask) => settle(ledger, ask),
  settleContradiction: async (ask) => settleContradiction(ledger, ask),

  async recordAvoided(avoided) {
    const known = ledger.avoided.some(
      (each) => each.actionId === avoided.actionId && each.executionId === avoided.executionId,
    );
    if (!known) ledger.avoided.push({ ...avoided, at: ledger.now(), wrong: null });
  },
});

function settle(ledger: MemoryLedger, ask: SettleAsk): SettleResult {
  const action = ledger.actions.get(ask.actionId);
  if (action === undefined) return { settled: false, why: "action_not_found", state: null };
  if (ledger.wasSaid(ask.id)) return { settled: true, state: action.state };
  const why = whyNotSettle(ledger, action, ask.version);
  if (why !== null) return { settled: false, why, state: action.state };
  if (needsSecondPerson(action.declaration, ask.as)) {
    return { settled: false, why: "second_person_needed", state: action.state };
  }
  return { settled: true, state: applySettlement(ledger, action, { ...ask, says: settlementSays(ask) }) };
}

function settleContradiction(ledger: MemoryLedger, ask: ContradictionAsk): ContradictionResult {
  const action = ledger.actions.get(ask.actionId);
  if (action === undefined) return { settled: false, why: "action_not_found", state: null };
  if (ledger.wasSaid(ask.id)) return { settled: true, state: action.state };
  const why = whyNotSettleContradiction(ledger, action, ask.version);
  if (why !== null) return { settled: false, why, state: action.state };
  if (needsSecondPerson(action.declaration, ask.found)) {
    return { settled: false, why: "second_person_needed", state: action.state };
  }
  return { settled: true, state: applyFound(ledger, action, { ...ask, says: contradictionSays(ask) }) };
}

export function whyNotSettleContradiction(
  ledger: MemoryLedger,
  action: KeptAction,
  version: number,
): "changed_meanwhile" | "not_contradicted" | "in_flight" | null {
  if (action.version !== version) return "changed_meanwhile";
  if (!isDisputed(action)) return "not_contradicted";
  return ledger.closeDeadOwner(action.id) ? "in_flight" : null;
}

/** What was unknown beside the contradiction is part of it. */
export function applyFound(
  ledger: MemoryLedger,
  action: KeptAction,
  { found, ...said }: Pick<ContradictionAsk, "id" | "found" | "by"> & { says: string },
): KeptAction["state"] {
  action.contradictionFound = found;
  if (action.state !== "confirmed") action.response = null;
  return applySettlement(ledger, action, { ...said, as: "happened" });
}

/** An open attempt whose owner cannot be alive any more ends here. */
export function whyNotSettle(
  ledger: MemoryLedger,
  action: KeptAction,
  version: number,
): "changed_meanwhile" | "not_unknown" | null {
  if (action.version !== version) return "changed_meanwhile";
  const open = action.state === "unknown" || action.state === "sending";
  return !open || ledger.closeDeadOwner(action.id) ? "not_unknown" : null;
}

export function applySettlement(
  ledger: MemoryLedger,
  action: KeptAction,
  { id, as, says, by }: Pick<SettleAsk, "id" | "as" | "by"> & { says: string },
): KeptAction["state"] {
  resolve(ledger, action.id, resolutionOf[as], Number.POSITIVE_INFINITY);
  ledger.say({ id, actionId: action.id, kind: "person", says, by });
  if (as === "send_again") action.riskAccepted = true;
  const state = ledger.refold(action.id);
  ledger.announce(action);
  return state;
}

function resolve(
  ledger: MemoryLedger,
  actionId: string,
  resolution: NonNullable<Attempt["resolution"]>,
  begunUntil: number,
): void {
  for (const attempt of ledger.attemptsOf(actionId)) {
    if (attempt.outcome === "unknown" && attempt.begunAt <= begunUntil) attempt.resolution ??= resolution;
  }
}

type Probes = Pick<LedgerStore, "askProbe" | "dueLookUps" | "takeProbe" | "reportProbe">;

export const memoryProbes = (ledger: MemoryLedger): Probes => ({
  async askProbe({ probeId, actionId, by, notBefore }) {
    const { destination } = ledger.getAction(actionId);
    const waiting = [...ledger.probes.values()].find((probe) => probe.actionId === actionId && probe.state !== "done");
    const known = ledger.probes.get(probeId) ?? waiting;
    if (known) return seen(known);
    const asked = { id: probeId, actionId, destination, askedBy: by, askedAt: ledger.now(), notBefore };
    const kept = { ...asked, state: "queued", result: null, detail: null, finishedAt: null, takenUntil: 0 } as const;
    ledger.probes.set(probeId, { ...kept });
    return seen(kept);
  },

  async dueLookUps(limit) {
    const now = ledger.now();
    const due = [...ledger.actions.values()].filter((action) => {
      const probes = [...ledger.probes.values()].filter((probe) => probe.actionId === action.id);
      const { at } = nextLookUp({ ...ledger.facts(action), probes }, now);
      return at !== null && at <= now;
    });
    return due
      .map(({ id }) => ({ id, endedAt: unknownSince(ledger, id) }))
      .sort((a, b) => a.endedAt - b.endedAt || (a.id < b.id ? -1 : 1))
      .slice(0, limit)
      .map(({ id }) => id);
  },

  async takeProbe(_workerId, destinations) {
    const now = ledger.now();
    const [due] = [...ledger.probes.values()]
      .filter((probe) => destinations.includes(probe.destination) && probe.notBefore <= now)
      .filter((probe) => probe.state === "queued" || (probe.state === "running" && probe.takenUntil < now))
      .sort((a, b) => a.notBefore - b.notBefore || (a.id < b.id ? -1 : 1));
    if (due === undefined) return null;
    due.state = "running";
    due.takenUntil = now + 30_000;
    const { action, attempts } = ledger.facts(ledger.getAction(due.actionId));
    return { probe: seen(due), action, attempts };
  },

  reportProbe: async (report, settleAs) => reportProbe(ledger, report, settleAs),
});

function unknownSince(ledger: MemoryLedger, actionId: string): number {
  const unresolved = ledger.attemptsOf(actionId).filter((t) => t.outcome === "unknown" && t.resolution === null);
  return Math.max(...unresolved.map((t) => Math.max(t.deadlineAt, t.holderEndedAt ?? t.deadlineAt)));
}

const seen = ({ takenUntil: _, ...probe }: KeptProbe): Probe => ({ ...probe });

function reportProbe(ledger: MemoryLedger, report: ProbeReport, settleAs: Attempt["resolution"]): KeptAction["state"] {
  const probe = ledger.probes.get(report.probeId);
  if (probe === undefined) throw new Error(`There is no look-up ${report.probeId}.`);
  const action = ledger.getAction(probe.actionId);
  if (probe.state === "done") return action.state;
  probe.state = "done";
  probe.result = report.result;
  probe.detail = report.detail;
  probe.finishedAt = ledger.now();
  ledger.say({ actionId: action.id, kind: "probe", says: `${report.result} · ${report.detail}`, by: probe.askedBy });
  const before = action.state;
  if (settleAs !== null && !ledger.closeDeadOwner(action.id)) {
    resolve(ledger, action.id, settleAs, settleAs === "happened" ? Number.POSITIVE_INFINITY : probe.askedAt);
  }
  const state = ledger.refold(action.id, settleAs === "happened" ? report.record : null);
  if (report.count > 1) ledger.contradict(action);
  if (state !== before && state !== "unknown" && state !== "sending") ledger.announce(action);
  return state;
}
