/** What moves actions from outside their own attempts: a newer execution, silence, an approval, a person. */

import type { ActionState } from "@/lib/ledger/action";
import { contradictionSays, resolutionOf, settlementSays } from "@/lib/ledger/settlement";
import type { ContradictionResult, LedgerStore, SettleAsk } from "@/lib/ledger/store";
import type { Sql } from "./database";
import { storedText } from "./free-text";

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

export const settling = (sql: Sql): Settling => ({
  async raiseFence(runId, token) {
    const [row] = await sql<[{ ended: number }]>`select ledger.raise_fence(${runId}, ${token}) as ended`;
    return row.ended;
  },

  async expireAttempts(limit) {
    const [row] = await sql<[{ ended: number }]>`select ledger.expire_attempts(${limit}) as ended`;
    return row.ended;
  },

  async workerExitSeen(workerId) {
    await sql`select ledger.exit_seen(${workerId})`;
  },

  async grant({ decisionId, by, reason }, subjects) {
    const ids = subjects.map((subject) => subject.actionId);
    const fingerprints = subjects.map((subject) => subject.fingerprint);
    await sql`select ledger.grant_held(
      ${decisionId}, ${ids}, ${fingerprints}, ${storedText(by)}, ${storedText(reason)})`;
  },

  async withdraw(ask, why) {
    const runId = "runId" in ask ? ask.runId : null;
    const actionIds = "actionIds" in ask ? ask.actionIds : null;
    const [row] = await sql<[{ withdrawn: number }]>`
      select ledger.withdraw(${runId}, ${actionIds}::uuid[], ${why}) as withdrawn`;
    return row.withdrawn;
  },

  async settle(ask) {
    const row = await settleAction(sql, ask);
    return row.why === null ? { settled: true, state: row.state } : { settled: false, why: row.why, state: row.state };
  },

  async settleContradiction(ask) {
    const [row] = await sql<[ContradictionRow]>`
      select why, state from ledger.settle_contradiction(
        ${ask.id}, ${ask.actionId}, ${ask.version}, ${ask.found}, ${storedText(contradictionSays(ask))},
        ${storedText(ask.by)})`;
    return row.why === null ? { settled: true, state: row.state } : { settled: false, why: row.why, state: row.state };
  },

  async recordAvoided({ actionId, executionId, runId, cause, proofAttemptId }) {
    await sql`
      insert into ledger.avoided (action_id, execution_id, run_id, cause, proof_attempt_id, at)
      values (${actionId}, ${executionId}, ${runId}, ${cause}, ${proofAttemptId}, ledger.clock())
      on conflict do nothing`;
  },
});

type SettleRow =
  | { why: null; state: ActionState }
  | {
      why: "action_not_found" | "changed_meanwhile" | "not_unknown" | "second_person_needed";
      state: ActionState | null;
    };

async function settleAction(sql: Sql, ask: SettleAsk): Promise<SettleRow> {
  const [row] = await sql<[SettleRow]>`
    select why, state from ledger.settle(
      ${ask.id}, ${ask.actionId}, ${ask.version}, ${resolutionOf[ask.as]}, ${ask.as === "send_again"},
      ${storedText(settlementSays(ask))}, ${storedText(ask.by)})`;
  return row;
}

type ContradictionRow =
  | { why: null; state: ActionState }
  | { why: Extract<ContradictionResult, { settled: false }>["why"]; state: ActionState | null };
