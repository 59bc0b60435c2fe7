/**
 * The ledger's hot path: an action comes into being, an attempt opens, a report closes it. One round trip each, and
 * each may be sent again under the same ids when the connection was lost.
 */

import type { ActionState } from "@/lib/ledger/action";
import { requireDeadline } from "@/lib/ledger/deadline";
import { declaredAction, openAttemptOf } from "@/lib/ledger/opening";
import { reportSays } from "@/lib/ledger/report";
import type { LedgerStore } from "@/lib/ledger/store";
import type { Sql } from "./database";
import { repeatWhenLost } from "./database-repeat";
import { storedText } from "./free-text";
import { actionOf, factsOf, type StoredAction, type StoredFacts } from "./ledger-rows";

type HotPath = Pick<LedgerStore, "declare" | "begin" | "openAttempt" | "report">;

export const hotPath = (sql: Sql): HotPath => ({
  async declare(holder, actions) {
    if (actions.length === 0) return [];
    const declared = await repeatWhenLost(() => declareActions(sql, holder, actions));
    return declared === null ? { refused: "stale_lease" } : declared.map(actionOf);
  },

  async begin(holder, action, attempt) {
    requireDeadline(attempt.deadlineMs);
    const row = await repeatWhenLost(() => beginAction(sql, holder, action, attempt));
    switch (row.answer) {
      case "stale_lease":
        return { refused: "stale_lease" };
      case "known":
        return { opened: false, facts: factsOf(row.facts), payload: row.payload ?? "", now: Number(row.at_ms) };
      case "opened": {
        const now = Number(row.at_ms);
        const declared = declaredAction(action, Buffer.byteLength(action.payload), now);
        return {
          opened: true,
          fresh: {
            action: { ...declared, state: "sending", firstBegunAt: now },
            attempt: openAttemptOf(action.id, holder, { ...attempt, number: 1 }, now),
            payload: action.payload,
          },
        };
      }
    }
  },

  async openAttempt(holder, ask) {
    requireDeadline(ask.deadlineMs);
    const row = await repeatWhenLost(() => openNextAttempt(sql, holder, ask));
    if (row.answer === "stale_lease") return { refused: "stale_lease" };
    if (row.answer === "not_opened") return { opened: false };
    const { action, attempts } = factsOf(row.facts);
    const attempt = attempts.find((each) => each.id === ask.attemptId);
    if (attempt === undefined) throw new Error(`Attempt ${ask.attemptId} was opened and is not among the facts.`);
    return { opened: true, fresh: { action, attempt, payload: row.payload } };
  },

  async report(ask) {
    const row = await repeatWhenLost(() => reportAttempt(sql, ask));
    if (!row.known) return { reported: false, why: "attempt_not_found" };
    return {
      reported: true,
      state: row.state,
      settledAt: row.settled_at_ms === null ? null : Number(row.settled_at_ms),
      contradicted: row.contradicted,
    };
  },
});

type Args<Verb extends keyof HotPath> = Parameters<HotPath[Verb]>;

type BeginRow =
  | { answer: "stale_lease" }
  | { answer: "opened"; at_ms: string }
  | { answer: "known"; at_ms: string; facts: StoredFacts; payload: string | null };

async function beginAction(sql: Sql, ...[holder, action, attempt]: Args<"begin">): Promise<BeginRow> {
  const [row] = await sql<[BeginRow]>`
    select answer, at_ms, facts, payload from ledger.begin(
      ${holder?.runId ?? null}, ${holder?.token ?? 0}, ${holder?.executionId ?? null}, ${holder?.workerId ?? null},
      ${action.id}, ${action.runId}, ${action.logicalRunId}, ${action.type}, ${action.object}, ${action.occurrence},
      ${action.businessKey}, ${action.providerKey}, ${action.marker}, ${action.fingerprint},
      ${action.payload}, ${Buffer.byteLength(action.payload)},
      ${JSON.stringify(action.declaration)}::text::jsonb, ${action.needsGrant},
      ${attempt.id}, ${attempt.deadlineMs})`;
  return row;
}

type OpenRow =
  | { answer: "stale_lease" }
  | { answer: "not_opened" }
  | { answer: "opened"; facts: StoredFacts; payload: string };

async function openNextAttempt(sql: Sql, ...[holder, ask]: Args<"openAttempt">): Promise<OpenRow> {
  const [row] = await sql<[OpenRow]>`
    select answer, facts, payload from ledger.open_attempt(
      ${holder?.runId ?? null}, ${holder?.token ?? 0}, ${holder?.executionId ?? null}, ${holder?.workerId ?? null},
      ${ask.actionId}, ${ask.version}, ${ask.attemptId}, ${ask.deadlineMs})`;
  return row;
}

type ReportRow =
  | { known: false }
  | { known: true; state: ActionState; settled_at_ms: string | null; contradicted: boolean };

async function reportAttempt(sql: Sql, ...[ask]: Args<"report">): Promise<ReportRow> {
  const [row] = await sql<[ReportRow]>`
    select known, state, settled_at_ms, contradicted from ledger.report(
      ${ask.attemptId}, ${ask.outcome}, ${ask.deduplicated ? "deduplicated" : ask.transport}, ${ask.reason},
      ${ask.httpCode}, ${storedText(ask.detail)}, ${ask.response}, ${storedText(reportSays(ask))})`;
  return row;
}

/** The client would take a list of booleans for one boolean, so they travel as text. */
async function declareActions(sql: Sql, ...[holder, actions]: Args<"declare">): Promise<StoredAction[] | null> {
  const [row] = await sql<[{ declared: StoredAction[] | null }]>`
    select ledger.declare(
      ${holder.runId}, ${holder.token},
      ${actions.map((a) => a.id)}, ${actions.map((a) => a.runId)}, ${actions.map((a) => a.logicalRunId)},
      ${actions.map((a) => a.type)}, ${actions.map((a) => a.object)}, ${actions.map((a) => a.occurrence)},
      ${actions.map((a) => a.businessKey)}, ${actions.map((a) => a.providerKey)},
      ${actions.map((a) => a.marker)}, ${actions.map((a) => a.fingerprint)},
      ${actions.map((a) => a.payload)}, ${actions.map((a) => Buffer.byteLength(a.payload))},
      ${actions.map((a) => JSON.stringify(a.declaration))}, ${actions.map((a) => String(a.needsGrant))}::text[]::boolean[]
    ) as declared`;
  return row.declared;
}
