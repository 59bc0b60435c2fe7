/**
 * Incidents in the Postgres schema "ops", dated on the clock of progress, beside which it lives. Whatever opens or
 * reopens one holds the same lock, so that of each signature one is ongoing; such writes are rare.
 */

import { causeClass, type FoundEvidence, signatureOf } from "@/lib/review/incident";
import { evidenceMax, type IncidentStore } from "@/lib/review/incident-store";
import { type Latest, type OpenedByRule, placeEvidence } from "@/lib/review/place-evidence";
import type { Database, Statements } from "./database";
import { storedText } from "./free-text";
import { changeIncident, insertChange } from "./ops-incident-change";
import { countIncidents, incidentFigures, listEvidence, listIncidents } from "./ops-incident-list";
import {
  type ChangeRow,
  changeOf,
  type EvidenceRow,
  evidenceColumns,
  evidenceOf,
  findIncident,
  time,
} from "./ops-incident-rows";

export const incidentStore = ({ sql }: Pick<Database, "sql">): IncidentStore => ({
  take: (found, newId) => (found.length === 0 ? nothing() : sql.begin((inside) => take(inside, found, newId))),

  open: (ask) =>
    sql.begin(async (inside) => {
      await lockIncidents(inside);
      const known = await findIncident(inside, ask.id);
      if (known) return known;
      await inside`
        insert into ops.incident (id, signature, cause, workflow, step, destination, class, severity, title, owner_id,
          owner_name, opened_by, opened_at, started_at, last_seen_at)
        select ${ask.id}, ${signatureOf("by_hand", ask.place)}, 'by_hand', ${ask.place.workflow}, ${ask.place.step},
          ${ask.place.destination}, ${ask.class}, ${ask.severity}, ${storedText(ask.title)}, ${ask.by.id},
          ${storedText(ask.by.name)}, ${storedText(ask.by.name)}, now, now, now
        from progress.clock() as now`;
      if (ask.runId !== null || ask.actionId !== null) {
        await inside`
          insert into ops.incident_evidence (id, incident_id, key, at, says, run_id, action_id, cost_ms, cost_tokens,
            cost_micro_usd)
          select ${ask.evidenceId}, id, ${`by_hand ${ask.id}`}, opened_at, ${storedText(ask.reason)}, ${ask.runId},
            ${ask.actionId}, 0, 0, 0
          from ops.incident where id = ${ask.id}`;
        await recount(inside, [ask.id]);
      }
      await insertChange(inside, {
        id: ask.changeId,
        incidentId: ask.id,
        kind: "opened",
        before: null,
        after: ask.class,
        by: ask.by,
        role: ask.role,
        reason: ask.reason,
      });
      return mustFind(inside, ask.id);
    }),

  change: (ask) =>
    sql.begin(async (inside) => {
      await lockIncidents(inside);
      return changeIncident(inside, ask);
    }),

  find: (id) => findIncident(sql, id),

  async read(id) {
    const [incident, evidence, history, next] = await Promise.all([
      findIncident(sql, id),
      sql<EvidenceRow[]>`
        select ${evidenceColumns(sql)} from ops.incident_evidence e
        where incident_id = ${id} order by at desc, id desc limit ${evidenceMax}`,
      sql<ChangeRow[]>`
        select id, incident_id as "incidentId", kind, before, after, by, role, reason, ${time(sql, "at")} as at
        from ops.incident_change where incident_id = ${id} order by ordinal`,
      sql<{ id: string }[]>`select id from ops.incident where former_id = ${id} limit 1`,
    ]);
    if (incident === null) return null;
    return {
      incident,
      evidence: evidence.map(evidenceOf),
      history: history.map(changeOf),
      nextId: next[0]?.id ?? null,
    };
  },

  list: (query) => listIncidents(sql, query),
  count: (filter) => countIncidents(sql, filter),
  figures: (range) => incidentFigures(sql, range),
  listEvidence: (query) => listEvidence(sql, query),
});

const nothing = async () => ({ opened: [], added: 0 });

const lockIncidents = (sql: Statements) => sql`select pg_advisory_xact_lock(hashtext('ops.incident'))`;

async function take(sql: Statements, found: readonly FoundEvidence[], newId: () => string) {
  const byKey = new Map(found.map((evidence) => [evidence.key, evidence]));
  await lockIncidents(sql);
  const known = await sql<{ key: string }[]>`
    select key from ops.incident_evidence where key = any (${[...byKey.keys()]}::text[])`;
  for (const { key } of known) byKey.delete(key);
  const fresh = [...byKey.values()];
  if (fresh.length === 0) return { opened: [], added: 0 };

  const { opened, placed } = placeEvidence(fresh, await latestOf(sql, fresh), newId);
  await insertOpened(sql, opened, newId);
  const rows = placed.map(({ evidence, incidentId }) => ({
    ...evidence,
    id: newId(),
    incidentId,
    says: storedText(evidence.says.toWellFormed()),
  }));
  await sql`
    insert into ops.incident_evidence (id, incident_id, key, at, says, run_id, action_id, execution_id, step, cost_ms,
      cost_tokens, cost_micro_usd)
    select id, "incidentId", key, to_timestamp(at / 1000), says, "runId", "actionId", "executionId", step,
      (cost ->> 'ms')::bigint, (cost ->> 'tokens')::bigint, (cost ->> 'microUsd')::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as e (
      id uuid, "incidentId" uuid, key text, at float8, says text, "runId" uuid, "actionId" uuid, "executionId" uuid,
      step text, cost jsonb)`;
  await recount(sql, [...new Set(placed.map(({ incidentId }) => incidentId))]);
  return { opened: opened.map(({ id }) => id), added: placed.length };
}

async function latestOf(sql: Statements, fresh: readonly FoundEvidence[]): Promise<Map<string, Latest>> {
  const signatures = [...new Set(fresh.map(({ cause, place }) => signatureOf(cause, place)))];
  const rows = await sql<(Omit<Latest, "closedAt"> & { signature: string; closedAt: string | null })[]>`
    select distinct on (signature) signature, id, state, class, ${time(sql, "closed_at")} as "closedAt"
    from ops.incident
    where signature = any (${signatures}::text[]) and cause <> 'by_hand'
    order by signature, state in ('open', 'mitigated') desc, opened_at desc, id desc`;
  return new Map(
    rows.map(({ signature, closedAt, ...latest }) => [
      signature,
      { ...latest, closedAt: closedAt === null ? null : Number(closedAt) },
    ]),
  );
}

async function insertOpened(sql: Statements, opened: readonly OpenedByRule[], newId: () => string): Promise<void> {
  const rows = opened.map(({ first, ...incident }) => ({
    ...incident,
    cause: first.cause,
    class: causeClass[first.cause],
    ...first.place,
    severity: first.severity,
    title: storedText(first.title.toWellFormed()),
    at: first.at,
    changeId: newId(),
  }));
  await sql`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as i (
        id uuid, signature text, "formerId" uuid, cause text, class text, workflow text, step text, destination text,
        severity text, title text, at float8, "changeId" uuid)
    ), made as (
      insert into ops.incident (id, signature, cause, workflow, step, destination, class, severity, title, former_id,
        opened_at, started_at, last_seen_at)
      select id, signature, cause, workflow, step, destination, class, severity, title, "formerId",
        progress.clock(), to_timestamp(at / 1000), to_timestamp(at / 1000)
      from asked returning id, class, opened_at)
    insert into ops.incident_change (id, incident_id, kind, after, at)
    select asked."changeId", made.id, 'opened', made.class, made.opened_at from made join asked using (id)`;
}

/** The figures of an incident are those of its evidence, counted anew. */
const recount = (sql: Statements, ids: readonly string[]) => sql`
  update ops.incident i set
    evidence_count = e.evidence, run_count = e.runs, action_count = e.actions, cost_ms = e.ms,
    cost_tokens = e.tokens, cost_micro_usd = e.micro_usd,
    started_at = least(i.started_at, e.first), last_seen_at = greatest(i.last_seen_at, e.last)
  from (
    select incident_id, count(*) as evidence, count(distinct run_id) as runs, count(distinct action_id) as actions,
      sum(cost_ms) as ms, sum(cost_tokens) as tokens, sum(cost_micro_usd) as micro_usd,
      min(at) as first, max(at) as last
    from ops.incident_evidence where incident_id = any (${[...ids]}::uuid[]) group by incident_id) e
  where i.id = e.incident_id`;

async function mustFind(sql: Statements, id: string) {
  const incident = await findIncident(sql, id);
  if (incident === null) throw new Error(`Incident ${id} was just written and is not there.`);
  return incident;
}
