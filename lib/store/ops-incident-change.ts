/** Changes of an incident and their history, in one transaction that holds the lock of incidents. */

import { changedIncident } from "@/lib/review/change-incident";
import type { IncidentChange, Person } from "@/lib/review/incident";
import type { ChangeAsk, ChangeResult } from "@/lib/review/incident-store";
import type { Statements } from "./database";
import { storedText } from "./free-text";
import { findIncident } from "./ops-incident-rows";

export async function changeIncident(sql: Statements, ask: ChangeAsk): Promise<ChangeResult> {
  const incident = await findIncident(sql, ask.incidentId);
  if (incident === null) return { changed: false, why: "incident_not_found", incident };
  const [facts] = await sql<{ done: boolean; ongoing: boolean; now: string }[]>`
    select
      exists (select from ops.incident_change where id = ${ask.id}) as done,
      exists (
        select from ops.incident
        where signature = ${incident.signature} and id <> ${incident.id} and cause <> 'by_hand'
          and ${incident.cause} <> 'by_hand' and state in ('open', 'mitigated')) as ongoing,
      floor(extract(epoch from progress.clock()) * 1000)::bigint::text as now`;
  if (facts === undefined) throw new Error("A select without a table answered no row.");
  if (facts.done) return { changed: true, incident };
  const changed = changedIncident(incident, ask, { now: Number(facts.now), ongoing: facts.ongoing });
  if (typeof changed === "string") return { changed: false, why: changed, incident };
  const next = changed.incident;
  await sql`
    update ops.incident set
      state = ${next.state}, class = ${next.class}, severity = ${next.severity}, version = ${next.version},
      owner_id = ${next.owner?.id ?? null}, owner_name = ${storedText(next.owner?.name ?? null)},
      mitigated_at = ${instant(sql, next.mitigatedAt)}, closed_at = ${instant(sql, next.closedAt)},
      reviewed_at = ${instant(sql, next.reviewedAt)}
    where id = ${next.id}`;
  const { id, by, role, reason } = ask;
  await insertChange(sql, { id, incidentId: next.id, ...changed.line, by, role, reason });
  return { changed: true, incident: next };
}

type NewChange = Omit<IncidentChange, "at" | "by"> & { by: Person };

export const insertChange = (sql: Statements, change: NewChange) => sql`
  insert into ops.incident_change (id, incident_id, kind, before, after, by, by_id, role, reason, at)
  values (${change.id}, ${change.incidentId}, ${change.kind}, ${storedText(change.before)},
    ${storedText(change.after)}, ${storedText(change.by.name)}, ${change.by.id}, ${change.role},
    ${storedText(change.reason)}, progress.clock())`;

const instant = (sql: Statements, ms: number | null) => sql`to_timestamp(${ms}::float8 / 1000)`;
