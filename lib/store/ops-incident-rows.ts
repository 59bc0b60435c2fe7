/** Rows of incidents, read back into the words of the review. */

import type { Evidence, Incident, IncidentChange } from "@/lib/review/incident";
import type { Statements } from "./database";
import { plainText } from "./free-text";

type Times = "openedAt" | "startedAt" | "lastSeenAt" | "mitigatedAt" | "closedAt" | "reviewedAt";
export type IncidentRow = Omit<Incident, Times | "place" | "owner" | "cost"> &
  Record<Times, string | null> & {
    workflow: string | null;
    step: string | null;
    destination: string | null;
    ownerId: string | null;
    ownerName: string | null;
    ms: string;
    tokens: string;
    microUsd: string;
  };

export const time = (sql: Statements, column: string) =>
  sql`floor(extract(epoch from ${sql(column)}) * 1000)::bigint::text`;

export const incidentColumns = (sql: Statements) => sql`
  i.id, i.signature, i.cause, i.workflow, i.step, i.destination, i.class, i.severity, i.state, i.title,
  i.owner_id as "ownerId", i.owner_name as "ownerName", i.former_id as "formerId", i.opened_by as "openedBy",
  ${time(sql, "i.opened_at")} as "openedAt", ${time(sql, "i.started_at")} as "startedAt",
  ${time(sql, "i.last_seen_at")} as "lastSeenAt", ${time(sql, "i.mitigated_at")} as "mitigatedAt",
  ${time(sql, "i.closed_at")} as "closedAt", ${time(sql, "i.reviewed_at")} as "reviewedAt",
  i.version, i.evidence_count as evidence, i.run_count as runs, i.action_count as actions,
  i.cost_ms::text as ms, i.cost_tokens::text as tokens, i.cost_micro_usd::text as "microUsd"`;

export const incidentOf = ({
  workflow,
  step,
  destination,
  ownerId,
  ownerName,
  ms,
  tokens,
  microUsd,
  ...row
}: IncidentRow): Incident => ({
  ...row,
  place: { workflow, step, destination },
  title: plainText(row.title),
  owner: ownerId === null ? null : { id: ownerId, name: plainText(ownerName ?? "") },
  openedBy: plainText(row.openedBy),
  openedAt: Number(row.openedAt),
  startedAt: Number(row.startedAt),
  lastSeenAt: Number(row.lastSeenAt),
  mitigatedAt: numberOrNull(row.mitigatedAt),
  closedAt: numberOrNull(row.closedAt),
  reviewedAt: numberOrNull(row.reviewedAt),
  cost: { ms: Number(ms), tokens: Number(tokens), microUsd: Number(microUsd) },
});

export async function findIncident(sql: Statements, id: string): Promise<Incident | null> {
  const [row] = await sql<IncidentRow[]>`select ${incidentColumns(sql)} from ops.incident i where i.id = ${id}`;
  return row ? incidentOf(row) : null;
}

export type EvidenceRow = Omit<Evidence, "at" | "cost"> & {
  at: string;
  ms: string;
  tokens: string;
  microUsd: string;
};

export const evidenceColumns = (sql: Statements) => sql`
  e.id, e.incident_id as "incidentId", e.key, ${time(sql, "e.at")} as at, e.says, e.run_id as "runId",
  e.action_id as "actionId", e.execution_id as "executionId", e.step, e.cost_ms::text as ms,
  e.cost_tokens::text as tokens, e.cost_micro_usd::text as "microUsd"`;

export const evidenceOf = ({ ms, tokens, microUsd, ...row }: EvidenceRow): Evidence => ({
  ...row,
  at: Number(row.at),
  says: plainText(row.says),
  cost: { ms: Number(ms), tokens: Number(tokens), microUsd: Number(microUsd) },
});

export type ChangeRow = Omit<IncidentChange, "at"> & { at: string };

export const changeOf = (row: ChangeRow): IncidentChange => ({
  ...row,
  at: Number(row.at),
  before: plainText(row.before),
  after: plainText(row.after),
  by: plainText(row.by),
  reason: plainText(row.reason),
});

const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text));
