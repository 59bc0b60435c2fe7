/** Pages of incidents, last seen first, the counts that lead to them, and pages of their evidence. */

import type { Incident, IncidentClass, IncidentState, Severity } from "@/lib/review/incident";
import { incidentClasses, incidentStates, severities } from "@/lib/review/incident";
import type {
  IncidentCounts,
  IncidentFigures,
  IncidentFilter,
  IncidentQuery,
  IncidentStore,
} from "@/lib/review/incident-store";
import { type Cursor, cursorText, parseCursor } from "./cursor";
import type { Statements } from "./database";
import {
  type EvidenceRow,
  evidenceColumns,
  evidenceOf,
  type IncidentRow,
  incidentColumns,
  incidentOf,
} from "./ops-incident-rows";

export async function listIncidents(sql: Statements, query: IncidentQuery): ReturnType<IncidentStore["list"]> {
  const found = await sql<(IncidentRow & Pick<Cursor, "micros">)[]>`
    select ${incidentColumns(sql)}, ${micros(sql, "i.last_seen_at")} as micros
    from ops.incident i
    where ${filters(sql, query)} ${after(sql, "i.last_seen_at", "i.id", query.cursor)}
    order by i.last_seen_at desc, i.id desc
    limit ${query.pageSize + 1}`;
  return pageOf(found, query.pageSize, ({ micros: _, ...row }): Incident => incidentOf(row));
}

export async function countIncidents(sql: Statements, filter: IncidentFilter): Promise<IncidentCounts> {
  type Group = { class: IncidentClass; state: IncidentState; severity: Severity; count: number };
  const groups = await sql<Group[]>`
    select class, state, severity, count(*)::int as count from ops.incident i
    where ${filters(sql, filter)} group by 1, 2, 3`;
  const sumOf = (fits: (group: Group) => boolean) => groups.filter(fits).reduce((sum, { count }) => sum + count, 0);
  const counts = <T extends string>(keys: readonly T[], key: (group: Group) => string) =>
    // The keys are exactly those given.
    Object.fromEntries(keys.map((name) => [name, sumOf((group) => key(group) === name)])) as Record<T, number>;
  return {
    total: sumOf(() => true),
    classes: counts(incidentClasses, (group) => group.class),
    states: counts(incidentStates, (group) => group.state),
    severities: counts(severities, (group) => group.severity),
  };
}

type FiguresRow = Omit<IncidentFigures, "cost"> & { ms: string; tokens: string; microUsd: string };

export async function incidentFigures(
  sql: Statements,
  { from, to }: { from: number; to: number },
): Promise<IncidentFigures[]> {
  const rows = await sql<FiguresRow[]>`
    select incident_id as "incidentId", count(*)::int as evidence, count(distinct run_id)::int as runs,
      count(distinct action_id)::int as actions, sum(cost_ms)::text as ms, sum(cost_tokens)::text as tokens,
      sum(cost_micro_usd)::text as "microUsd"
    from ops.incident_evidence
    where at >= ${instant(sql, from)} and at < ${instant(sql, to)}
    group by 1`;
  return rows.map(({ ms, tokens, microUsd, ...figures }) => ({
    ...figures,
    cost: { ms: Number(ms), tokens: Number(tokens), microUsd: Number(microUsd) },
  }));
}

export async function listEvidence(
  sql: Statements,
  { incidentId, from, to, cursor, pageSize }: Parameters<IncidentStore["listEvidence"]>[0],
): ReturnType<IncidentStore["listEvidence"]> {
  const found = await sql<(EvidenceRow & Pick<Cursor, "micros">)[]>`
    select ${evidenceColumns(sql)}, ${micros(sql, "e.at")} as micros
    from ops.incident_evidence e
    where ${incidentId === undefined ? sql`true` : sql`e.incident_id = ${incidentId}`}
      and ${from === undefined ? sql`true` : sql`e.at >= ${instant(sql, from)}`}
      and ${to === undefined ? sql`true` : sql`e.at < ${instant(sql, to)}`}
      ${after(sql, "e.at", "e.id", cursor)}
    order by e.at desc, e.id desc
    limit ${pageSize + 1}`;
  return pageOf(found, pageSize, ({ micros: _, ...row }) => evidenceOf(row));
}

function filters(sql: Statements, filter: IncidentFilter) {
  const { classes, states, severities: levels, cause, owner, from, to, runId, actionId } = filter;
  return [
    // The client needs a first condition: it sends an empty list of fragments as a value.
    sql`true`,
    classes && sql`and i.class = any (${classes}::text[])`,
    states && sql`and i.state = any (${states}::text[])`,
    levels && sql`and i.severity = any (${levels}::text[])`,
    cause && sql`and i.cause = ${cause}`,
    owner !== undefined && (owner === null ? sql`and i.owner_id is null` : sql`and i.owner_id = ${owner}`),
    (from !== undefined || to !== undefined) && seenIn(sql, from, to),
    runId && sql`and exists (select from ops.incident_evidence e where e.incident_id = i.id and e.run_id = ${runId})`,
    actionId &&
      sql`and exists (select from ops.incident_evidence e where e.incident_id = i.id and e.action_id = ${actionId})`,
  ].flatMap((part) => part || []);
}

function seenIn(sql: Statements, from: number | undefined, to: number | undefined) {
  const since = from === undefined ? sql`'-infinity'::timestamptz` : instant(sql, from);
  const until = to === undefined ? sql`'infinity'::timestamptz` : instant(sql, to);
  return sql`
    and ((i.started_at >= ${since} and i.started_at < ${until}) or (
      i.started_at < ${until} and i.last_seen_at >= ${since} and exists (
        select from ops.incident_evidence e where e.incident_id = i.id and e.at >= ${since} and e.at < ${until})))`;
}

function after(sql: Statements, at: string, id: string, cursor: string | undefined) {
  if (cursor === undefined) return sql``;
  const place = parseCursor(cursor);
  return sql`and (${sql(at)}, ${sql(id)}) < (
    to_timestamp(0) + ${place.micros}::text::bigint * interval '1 microsecond', ${place.id}::uuid)`;
}

function pageOf<Row extends Cursor, T>(found: readonly Row[], pageSize: number, read: (row: Row) => T) {
  const page = found.slice(0, pageSize);
  const last = page.at(-1);
  return { rows: page.map(read), next: last && found.length > page.length ? cursorText(last) : null };
}

const micros = (sql: Statements, column: string) => sql`(extract(epoch from ${sql(column)}) * 1000000)::bigint::text`;
const instant = (sql: Statements, ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;
