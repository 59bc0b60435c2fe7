/** A ledger to test against, its clock in the test's hands, and asks that are coherent by themselves. */

import type { AttemptReason, Outcome } from "@/lib/ledger/action";
import type { Destination } from "@/lib/ledger/destination";
import type {
  ActionRecord,
  GrantAsk,
  Holder,
  LedgerStore,
  NewAction,
  OpenedAttempt,
  ReportAsk,
} from "@/lib/ledger/store";
import { aDestination, anId, monday } from "./factories";

export type LedgerWorld = {
  store: LedgerStore;
  /** The clock stands still at this time until it is set again; it starts at `monday`. */
  setNow(at: number): Promise<void>;
};

export const hour = 3_600_000;

/** Merges repeats of one key for a day, and can be asked. */
export const aGateway = (over: Partial<Destination> = {}): Destination =>
  aDestination({
    name: "gateway",
    title: "the gateway",
    deduplicates: { header: "Idempotency-Key", windowMs: 24 * hour, replaysErrors: false },
    probe: { matchingField: "marker", horizonMs: 10_000, acceptsSilentHolders: false },
    ...over,
  });

export const aHolder = (over: Partial<Holder> = {}): Holder => ({
  runId: anId(),
  token: 1,
  executionId: anId(),
  workerId: anId(),
  ...over,
});

export function aNewAction(holder: Holder | null, over: Partial<NewAction> = {}): NewAction {
  const id = anId();
  return {
    id,
    runId: holder?.runId ?? null,
    logicalRunId: holder === null ? null : "desk-event-1",
    type: "crm.note",
    object: "T-1041",
    occurrence: "",
    businessKey: `key of ${id}`,
    providerKey: `rp_${id}`,
    marker: `reprise:${id}`,
    fingerprint: "f1",
    payload: '{"text":"Hello"}',
    declaration: aDestination(),
    needsGrant: false,
    ...over,
  };
}

export const anAttemptAsk = (deadlineMs = 3_000): { id: string; deadlineMs: number } => ({ id: anId(), deadlineMs });

export const aReport = (attemptId: string, outcome: Outcome, over: Partial<ReportAsk> = {}): ReportAsk => ({
  attemptId,
  outcome,
  ...wire[outcome],
  detail: null,
  response: null,
  deduplicated: false,
  ...over,
});

const wire: Record<Outcome, Pick<ReportAsk, "transport" | "reason" | "httpCode">> = {
  confirmed: { transport: "accepted", reason: null, httpCode: 201 },
  refused: { transport: "rejected", reason: "refused", httpCode: 422 },
  not_sent: { transport: "not_sent", reason: "network_before_send", httpCode: null },
  unknown: { transport: "timed_out", reason: "timeout", httpCode: null },
};

/** A new action with its first attempt open. */
export async function begun(
  { store }: LedgerWorld,
  holder: Holder | null = aHolder(),
  over: Partial<NewAction> = {},
): Promise<OpenedAttempt> {
  const answer = await store.begin(holder, aNewAction(holder, over), anAttemptAsk());
  if ("refused" in answer || !answer.opened) throw new Error(`Not opened: ${JSON.stringify(answer)}`);
  return answer.fresh;
}

/** A new action whose one attempt ended without a proof, by its own report. */
export async function unknownAction(
  world: LedgerWorld,
  holder: Holder | null = aHolder(),
  over: Partial<NewAction> = {},
  reason: AttemptReason = "timeout",
): Promise<OpenedAttempt> {
  const fresh = await begun(world, holder, over);
  await world.store.report(aReport(fresh.attempt.id, "unknown", { reason }));
  return fresh;
}

/** The next attempt, on the version that the action has now. */
export async function openNext({ store }: LedgerWorld, actionId: string, holder: Holder | null, deadlineMs = 3_000) {
  const { version } = (await read({ store }, actionId)).action;
  return store.openAttempt(holder, { actionId, version, attemptId: anId(), deadlineMs });
}

export async function read({ store }: Pick<LedgerWorld, "store">, actionId: string): Promise<ActionRecord> {
  const record = await store.readAction(actionId);
  if (record === null) throw new Error(`There is no action ${actionId}.`);
  return record;
}

/** Settlements announced and not yet delivered. */
export const announced = async ({ store }: LedgerWorld): Promise<unknown[]> =>
  (await store.takeOutbox(100)).map((row) => row.body);

export const aGrant = (decisionId = anId(), reason: string | null = null): GrantAsk => ({
  decisionId,
  by: "Ada",
  reason,
});

export const atMonday = (ms: number): number => monday + ms;
