/** Reads what the checker is given: rows by plain SQL, logs by file. */

import type { Sql } from "@/lib/store/database";
import { readWorkerLog } from "../worker/worker-log";
import { readOracle } from "../world/oracle";
import type { Observed } from "./observed";

type Notes = Pick<Observed, "presses" | "clicks" | "locks" | "left" | "listed">;

/** Milliseconds with their fraction, since an order may rest on less than one. */
const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::double precision`;

/** Everything in one statement, so that all is of one moment. */
const statement = `
  select json_build_object(
    'now', ${ms("clock_timestamp()")},
    'runs', (select coalesce(json_agg(json_build_object('id', id, 'logicalRunId', logical_run_id, 'state', state,
      'cause', cause, 'error', error ->> 'name', 'readyAt', ${ms("ready_at")}, 'waitsForActions', waits_for_actions,
      'waitsForValidations', waits_for_validations, 'leaseMs', lease_ms, 'createdAt', ${ms("created_at")})), '[]')
      from progress.run),
    'leases', (select coalesce(json_agg(json_build_object('runId', run_id, 'token', token, 'workerId', worker_id,
      'expiresAt', ${ms("expires_at")})), '[]') from progress.lease),
    'executions', (select coalesce(json_agg(json_build_object('id', id, 'runId', run_id, 'number', number,
      'token', token, 'kind', kind, 'state', state, 'workerId', worker_id, 'startedAt', ${ms("started_at")},
      'endedAt', ${ms("ended_at")}, 'endReason', end_reason)), '[]') from progress.execution),
    'steps', (select coalesce(json_agg(json_build_object('id', id, 'runId', run_id, 'name', name, 'kind', kind,
      'actionId', action_id, 'supersededBy', superseded_by)), '[]') from progress.step),
    'checkpoints', (select coalesce(json_agg(json_build_object('id', id, 'runId', run_id, 'number', number,
      'stepId', step_id, 'executionId', execution_id, 'supersededBy', superseded_by,
      'createdAt', ${ms("created_at")})), '[]') from progress.checkpoint),
    'validations', (select coalesce(json_agg(json_build_object('id', id, 'runId', run_id, 'state', state,
      'subjects', subjects)), '[]') from progress.validation),
    'decisions', (select coalesce(json_agg(json_build_object('id', id, 'validationId', validation_id,
      'verdict', verdict)), '[]') from progress.decision),
    'actions', (select coalesce(json_agg(json_build_object('id', id, 'runId', run_id, 'type', type,
      'object', object, 'logicalRunId', logical_run_id, 'state', state, 'marker', marker,
      'providerKey', provider_key, 'fingerprint', fingerprint, 'payload', payload, 'needsGrant', needs_grant,
      'grantDecisionId', grant_decision_id, 'deduplicatesMs', declaration #> '{deduplicates,windowMs}',
      'deadlineMs', declaration -> 'deadlineMs', 'firstBegunAt', ${ms("first_begun_at")},
      'settledAt', ${ms("settled_at")})), '[]') from ledger.action),
    'attempts', (select coalesce(json_agg(json_build_object('id', id, 'actionId', action_id, 'number', number,
      'token', token, 'begunAt', ${ms("begun_at")}, 'outcome', outcome, 'closedBy', closed_by,
      'resolution', resolution)), '[]') from ledger.attempt),
    'evidence', (select coalesce(json_agg(json_build_object('actionId', action_id, 'attemptId', attempt_id,
      'kind', kind, 'at', ${ms("at")})), '[]') from ledger.evidence),
    'nearMisses', (select coalesce(json_agg(json_build_object('actionId', action_id, 'kind', kind, 'state', state,
      'fingerprint', fingerprint)), '[]') from ledger.near_miss),
    'commands', (select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'objectId', object_id,
      'state', state)), '[]') from ops.command)
  )::text as seen`;

type Rows = Omit<Observed, keyof Notes | "oracle" | "workers">;

export async function observe(
  sql: Sql,
  logs: { oracleFile: string; workerFiles: string[] },
  notes: Notes,
): Promise<Observed> {
  const [row] = await sql.unsafe<[{ seen: string }]>(statement);
  // The statement above builds exactly this shape.
  const rows = JSON.parse(row.seen) as Rows;
  return { ...rows, ...notes, oracle: readOracle(logs.oracleFile), workers: logs.workerFiles.flatMap(readWorkerLog) };
}
