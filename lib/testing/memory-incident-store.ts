/** Incidents in memory. */

import { changedIncident } from "@/lib/review/change-incident";
import {
  causeClass,
  type Evidence,
  type Incident,
  type IncidentChange,
  incidentClasses,
  incidentStates,
  isOngoing,
  noCost,
  severities,
  signatureOf,
} from "@/lib/review/incident";
import { evidenceMax, type IncidentFilter, type IncidentStore } from "@/lib/review/incident-store";
import { placeEvidence } from "@/lib/review/place-evidence";
import { cursorText, parseCursor } from "@/lib/store/cursor";

export function memoryIncidentStore(now: () => number): IncidentStore {
  const incidents = new Map<string, Incident>();
  const evidence = new Map<string, Evidence>();
  const changes: IncidentChange[] = [];

  const evidenceOf = (id: string) =>
    [...evidence.values()]
      .filter(({ incidentId }) => incidentId === id)
      .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));

  return {
    async take(found, newId) {
      const fresh = [...new Map(found.map((one) => [one.key, one])).values()].filter(({ key }) => !evidence.has(key));
      const { opened, placed } = placeEvidence(fresh, latest(), newId);
      for (const { id, signature, formerId, first } of opened) {
        incidents.set(id, {
          ...blank(id, now(), first.at),
          signature,
          formerId,
          cause: first.cause,
          place: first.place,
          class: causeClass[first.cause],
          severity: first.severity,
          title: first.title,
        });
        const line = { kind: "opened", before: null, after: causeClass[first.cause], by: null, role: null } as const;
        changes.push({ ...line, id: newId(), incidentId: id, reason: null, at: now() });
      }
      for (const { evidence: one, incidentId } of placed) {
        const { cause: _, place: _place, severity: _severity, title: _title, ...row } = one;
        evidence.set(one.key, structuredClone({ ...row, id: newId(), incidentId }));
      }
      for (const id of new Set(placed.map(({ incidentId }) => incidentId))) recount(id);
      return { opened: opened.map(({ id }) => id), added: placed.length };
    },

    async open({ id, evidenceId, changeId, by, role, reason, runId, actionId, ...given }) {
      const known = incidents.get(id);
      if (known) return structuredClone(known);
      const signature = signatureOf("by_hand", given.place);
      incidents.set(id, { ...blank(id, now(), now()), ...given, signature, owner: by, openedBy: by.name });
      if (runId !== null || actionId !== null) {
        const row = { id: evidenceId, incidentId: id, key: `by_hand ${id}`, at: now(), says: reason, runId, actionId };
        evidence.set(row.key, { ...row, executionId: null, step: null, cost: noCost });
        recount(id);
      }
      const line = { kind: "opened", before: null, after: given.class, by: by.name, role, reason } as const;
      changes.push({ ...line, id: changeId, incidentId: id, at: now() });
      return structuredClone(mustFind(id));
    },

    async change(ask) {
      const incident = incidents.get(ask.incidentId);
      if (!incident) return { changed: false, why: "incident_not_found", incident: null };
      if (changes.some(({ id }) => id === ask.id)) return { changed: true, incident: structuredClone(incident) };
      const ongoing = [...incidents.values()].some(
        (other) =>
          other.id !== incident.id &&
          other.signature === incident.signature &&
          incident.cause !== "by_hand" &&
          isOngoing(other.state),
      );
      const changed = changedIncident(incident, ask, { now: now(), ongoing });
      if (typeof changed === "string") return { changed: false, why: changed, incident: structuredClone(incident) };
      incidents.set(incident.id, changed.incident);
      const { id, by, role, reason } = ask;
      changes.push({ ...changed.line, id, incidentId: incident.id, by: by.name, role, reason, at: now() });
      return { changed: true, incident: structuredClone(changed.incident) };
    },

    find: async (id) => structuredClone(incidents.get(id) ?? null),

    async read(id) {
      const incident = incidents.get(id);
      if (!incident) return null;
      return structuredClone({
        incident,
        evidence: evidenceOf(id).slice(0, evidenceMax),
        history: changes.filter(({ incidentId }) => incidentId === id),
        nextId: [...incidents.values()].find(({ formerId }) => formerId === id)?.id ?? null,
      });
    },

    async list({ cursor, pageSize, ...filter }) {
      const rows = [...incidents.values()].filter(fits(filter));
      return structuredClone(pageOf(rows, ({ lastSeenAt }) => lastSeenAt, cursor, pageSize));
    },

    async count(filter) {
      const rows = [...incidents.values()].filter(fits(filter));
      const counts = <T extends string>(keys: readonly T[], key: (incident: Incident) => string) =>
        // The keys are exactly those given.
        Object.fromEntries(keys.map((name) => [name, rows.filter((row) => key(row) === name).length])) as Record<
          T,
          number
        >;
      return {
        total: rows.length,
        classes: counts(incidentClasses, (row) => row.class),
        states: counts(incidentStates, (row) => row.state),
        severities: counts(severities, (row) => row.severity),
      };
    },

    async figures({ from, to }) {
      return [...incidents.keys()].flatMap((incidentId) => {
        const rows = evidenceOf(incidentId).filter(({ at }) => isIn(at, from, to));
        return rows.length === 0 ? [] : [{ incidentId, ...figuresOf(rows) }];
      });
    },

    async listEvidence({ incidentId, from, to, cursor, pageSize }) {
      const rows = [...evidence.values()].filter(
        (row) => (incidentId === undefined || row.incidentId === incidentId) && isIn(row.at, from, to),
      );
      return structuredClone(pageOf(rows, ({ at }) => at, cursor, pageSize));
    },
  };

  function latest() {
    const byRule = [...incidents.values()].filter(({ cause }) => cause !== "by_hand");
    // Later ones win, and an ongoing one over all.
    return new Map([...byRule, ...byRule.filter(({ state }) => isOngoing(state))].map((one) => [one.signature, one]));
  }

  function recount(id: string) {
    const rows = evidenceOf(id);
    const incident = mustFind(id);
    Object.assign(incident, {
      ...figuresOf(rows),
      startedAt: Math.min(incident.startedAt, ...rows.map(({ at }) => at)),
      lastSeenAt: Math.max(incident.lastSeenAt, ...rows.map(({ at }) => at)),
    });
  }

  function fits({ classes, states, severities: levels, cause, owner, from, to, runId, actionId }: IncidentFilter) {
    return (incident: Incident): boolean => {
      const rows = evidenceOf(incident.id);
      const seen = isIn(incident.startedAt, from, to) || rows.some(({ at }) => isIn(at, from, to));
      return (
        seen &&
        (classes?.includes(incident.class) ?? true) &&
        (states?.includes(incident.state) ?? true) &&
        (levels?.includes(incident.severity) ?? true) &&
        (cause === undefined || incident.cause === cause) &&
        (owner === undefined || (incident.owner?.id ?? null) === owner) &&
        (runId === undefined || rows.some((row) => row.runId === runId)) &&
        (actionId === undefined || rows.some((row) => row.actionId === actionId))
      );
    };
  }

  function mustFind(id: string): Incident {
    const incident = incidents.get(id);
    if (!incident) throw new Error(`There is no incident ${id}.`);
    return incident;
  }
}

const blank = (id: string, openedAt: number, startedAt: number) =>
  ({
    id,
    cause: "by_hand",
    state: "open",
    owner: null,
    formerId: null,
    openedBy: null,
    openedAt,
    startedAt,
    lastSeenAt: startedAt,
    mitigatedAt: null,
    closedAt: null,
    reviewedAt: null,
    version: 1,
    evidence: 0,
    runs: 0,
    actions: 0,
    cost: noCost,
  }) as const;

const isIn = (at: number, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY): boolean =>
  at >= from && at < to;

function pageOf<T extends { id: string }>(
  rows: T[],
  timeOf: (row: T) => number,
  cursor: string | undefined,
  pageSize: number,
) {
  const place = cursor === undefined ? null : parseCursor(cursor);
  const left = rows
    .sort((a, b) => timeOf(b) - timeOf(a) || (a.id < b.id ? 1 : -1))
    .filter((row) => {
      if (place === null) return true;
      const micros = timeOf(row) * 1000;
      return micros < Number(place.micros) || (micros === Number(place.micros) && row.id < place.id);
    });
  const page = left.slice(0, pageSize);
  const last = page.at(-1);
  const next = last && left.length > page.length ? cursorText({ micros: `${timeOf(last) * 1000}`, id: last.id }) : null;
  return { rows: page, next };
}

function figuresOf(rows: readonly Evidence[]): Pick<Incident, "evidence" | "runs" | "actions" | "cost"> {
  const sum = (of: (row: Evidence) => number) => rows.reduce((total, row) => total + of(row), 0);
  const distinct = (of: (row: Evidence) => string | null) =>
    new Set(rows.map(of).filter((value) => value !== null)).size;
  return {
    evidence: rows.length,
    runs: distinct(({ runId }) => runId),
    actions: distinct(({ actionId }) => actionId),
    cost: {
      ms: sum(({ cost }) => cost.ms),
      tokens: sum(({ cost }) => cost.tokens),
      microUsd: sum(({ cost }) => cost.microUsd),
    },
  };
}
