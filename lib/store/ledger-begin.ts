/**
 * The ledger's hot path: an action comes into being, an attempt opens, a report closes it. One round trip each, and
 * each may be sent again under the same ids when the connection was lost.
 */

import type { ActionState } from "@/lib/ledger/action";
import { requireDeadline } from "@/lib/ledger/deadline";
import { declaredAction, openAttemptOf } from "@/lib/ledger/opening";
import { reportSays } from "@/lib/ledger/report";
import type { LedgerStore, ReportAsk } from "@/lib/ledger/store";
import type { Sql } from "./database";
import { inBatches } from "./database-batch";
import { repeatWhenLost } from "./database-repeat";
import { storedJson } from "./free-json";
import { storedText } from "./free-text";
import { actionOf, factsOf, type StoredAction, type StoredFacts } from "./ledger-rows";

type HotPath = Pick<LedgerStore, "declare" | "begin" | "openAttempt" | "report">;

export const hotPath = (sql: Sql): HotPath => {
  const beginAction = inBatches<Parameters<HotPath["begin"]>, BeginRow>({
    send: (asks) => beginAll(sql, asks),
    locks: ([holder, action]) => holder?.runId ?? action.businessKey,
    characters: ([, action]) => action.payload.length,
  });
  const reportAttempt = inBatches<ReportAsk, ReportRow>({
    send: (reports) => reportAll(sql, reports),
    locks: ({ attemptId }) => attemptId,
    characters: ({ response }) => response?.length ?? 0,
  });
  return {
    async declare(holder, actions) {
      if (actions.length === 0) return [];
      const declared = await repeatWhenLost(() => declareActions(sql, holder, actions));
      return declared === null ? { refused: "stale_lease" } : declared.map(actionOf);
    },

    async begin(holder, action, attempt) {
      requireDeadline(attempt.deadlineMs);
      const row = await beginAction([holder, action, attempt]);
      switch (row.answer) {
        case "stale_lease":
          return { refused: "stale_lease" };
        case "known":
          return { opened: false, facts: factsOf(row.facts), payload: row.payload, now: row.at_ms };
        case "opened": {
          const now = row.at_ms;
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
      const row = await reportAttempt(ask);
      if (!row.known) return { reported: false, why: "attempt_not_found" };
      return {
        reported: true,
        state: row.state,
        settledAt: row.settledAt,
        contradicted: row.contradicted,
      };
    },
  };
};

type Args<Verb extends keyof HotPath> = Parameters<HotPath[Verb]>;

type BeginRow =
  | { answer: "stale_lease" }
  | { answer: "opened"; at_ms: number }
  | { answer: "known"; at_ms: number; facts: StoredFacts; payload: string | null };

async function beginAll(sql: Sql, asks: readonly Args<"begin">[]): Promise<BeginRow[]> {
  const of = <T>(value: (...ask: Args<"begin">) => T) => asks.map((ask) => value(...ask));
  const [{ answers }] = await sql<[{ answers: BeginRow[] }]>`
    select json_agg(row_to_json(b) order by place) as answers
    from unnest(
      ${of((holder) => holder?.runId ?? null)}::uuid[], ${of((holder) => holder?.token ?? 0)}::bigint[],
      ${of((holder) => holder?.executionId ?? null)}::uuid[], ${of((holder) => holder?.workerId ?? null)}::uuid[],
      ${of((_, action) => action.id)}::uuid[], ${of((_, action) => action.runId)}::uuid[],
      ${of((_, action) => action.logicalRunId)}::text[], ${of((_, action) => action.type)}::text[],
      ${of((_, action) => action.object)}::text[], ${of((_, action) => action.occurrence)}::text[],
      ${of((_, action) => action.businessKey)}::text[], ${of((_, action) => action.providerKey)}::text[],
      ${of((_, action) => action.marker)}::text[], ${of((_, action) => action.fingerprint)}::text[],
      ${of((_, action) => action.payload)}::text[], ${of((_, action) => Buffer.byteLength(action.payload))}::int[],
      ${of((_, action) => JSON.stringify(action.declaration))}::text[],
      ${of((_, action) => String(action.needsGrant))}::text[],
      ${of((_, __, attempt) => attempt.id)}::uuid[], ${of((_, __, attempt) => attempt.deadlineMs)}::float8[]
    ) with ordinality as call (
      run, token, execution, worker, action, action_run, logical_run, type, object, occurrence, business_key,
      provider_key, marker, fingerprint, payload, payload_bytes, declaration, needs_grant, attempt, deadline_ms, place)
    cross join lateral ledger.begin(
      run, token, execution, worker, action, action_run, logical_run, type, object, occurrence, business_key,
      provider_key, marker, fingerprint, call.payload, payload_bytes, declaration::jsonb, needs_grant::boolean,
      attempt, deadline_ms) as b`;
  return answers;
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
  | { known: true; state: ActionState; settledAt: number | null; contradicted: boolean };

/** Responses travel beside the rest: jsonb would refuse the NUL that one may hold as a JSON escape. */
async function reportAll(sql: Sql, asks: readonly ReportAsk[]): Promise<ReportRow[]> {
  if (asks.length === 1) return [await reportOne(sql, asks[0] as ReportAsk)];
  const responses: string[] = [];
  const reports = asks.map((ask) => ({
    attemptId: ask.attemptId,
    outcome: ask.outcome,
    transport: ask.deduplicated ? "deduplicated" : ask.transport,
    reason: ask.reason,
    httpCode: ask.httpCode,
    detail: ask.detail,
    response: ask.response === null ? null : responses.push(ask.response),
    says: reportSays(ask),
  }));
  const [{ answers }] = await sql<[{ answers: ReportRow[] }]>`
    select array_to_json(ledger.report(${storedJson(reports)}::text::jsonb, ${responses}::text[])) as answers`;
  return answers;
}

async function reportOne(sql: Sql, ask: ReportAsk): Promise<ReportRow> {
  const [{ answer }] = await sql<[{ answer: ReportRow }]>`
    select ledger.report_one(
      ${ask.attemptId}, ${ask.outcome}, ${ask.deduplicated ? "deduplicated" : ask.transport}, ${ask.reason},
      ${ask.httpCode}, ${storedText(ask.detail)}, ${ask.response}, ${storedText(reportSays(ask))}) as answer`;
  return answer;
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
