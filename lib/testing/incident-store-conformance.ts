/** What every keeper of incidents guarantees. */

import { describe, expect, test } from "vitest";
import { type FoundEvidence, type Incident, noCost } from "@/lib/review/incident";
import type { ChangeAsk, IncidentStore, OpenByHand } from "@/lib/review/incident-store";
import { anId, monday } from "./factories";

export type IncidentWorld = { store: IncidentStore; setNow(at: number): Promise<void> };

const minute = 60_000;
const dana = { id: "dana", name: "Dana\u0000" };
const crm = { workflow: "support-ticket", step: null, destination: "crm" };

export const aFound = (over: Partial<FoundEvidence> = {}): FoundEvidence => ({
  key: `unknown_unsettled ${anId()}`,
  cause: "unknown_unsettled",
  place: crm,
  severity: "s2",
  title: "Nobody settled an unknown action",
  at: monday - minute,
  says: "crm.note for T-1041\u0000\ud800 has been unknown for an hour.",
  runId: anId(),
  actionId: anId(),
  executionId: null,
  step: "crm-note",
  cost: noCost,
  ...over,
});

const aChange = (incident: Incident, change: ChangeAsk["change"], over: Partial<ChangeAsk> = {}): ChangeAsk => ({
  id: anId(),
  incidentId: incident.id,
  version: incident.version,
  by: dana,
  role: "lead",
  reason: "Because.",
  change,
  ...over,
});

const byHand = (over: Partial<OpenByHand> = {}): OpenByHand => ({
  id: anId(),
  evidenceId: anId(),
  changeId: anId(),
  class: "duplicate_action",
  severity: "s1",
  title: "Two notes\u0000",
  place: { workflow: null, step: null, destination: null },
  by: dana,
  role: "operator",
  reason: "A customer called.",
  runId: null,
  actionId: null,
  ...over,
});

export function incidentStoreConformance(makeWorld: () => Promise<IncidentWorld>): void {
  const everything = { pageSize: 50 };

  async function withOne(over: Partial<FoundEvidence> = {}) {
    const world = await makeWorld();
    await world.store.take([aFound(over)], anId);
    const [incident] = (await world.store.list(everything)).rows;
    if (!incident) throw new Error("Nothing was opened.");
    const change = async (to: ChangeAsk["change"], of = incident) => {
      const now = await world.store.find(of.id);
      return world.store.change(aChange(now ?? of, to));
    };
    return { ...world, incident, change };
  }

  describe("what a rule found", () => {
    test("opens one incident per signature, with the figures of its evidence", async () => {
      const { store } = await makeWorld();
      const runId = anId();
      const found = [
        aFound({ runId, at: monday - 5 * minute, cost: { ms: 1_000, tokens: 20, microUsd: 7 } }),
        aFound({ runId, at: monday - 2 * minute, cost: { ms: 500, tokens: 1, microUsd: 3 } }),
        aFound({ place: { ...crm, destination: "queue" }, runId: null, actionId: null }),
      ];
      expect(await store.take(found, anId)).toMatchObject({ opened: [expect.anything(), expect.anything()], added: 3 });
      const { rows } = await store.list(everything);
      expect(rows).toMatchObject([
        { place: { destination: "queue" }, evidence: 1, runs: 0, actions: 0, cost: noCost },
        {
          signature: "unknown_unsettled/support-ticket/-/crm",
          class: "observability_debt",
          severity: "s2",
          state: "open",
          title: "Nobody settled an unknown action",
          owner: null,
          openedBy: null,
          openedAt: monday,
          startedAt: monday - 5 * minute,
          lastSeenAt: monday - 2 * minute,
          evidence: 2,
          runs: 1,
          actions: 2,
          cost: { ms: 1_500, tokens: 21, microUsd: 10 },
        },
      ]);
      const record = await store.read(rows[1]?.id ?? "");
      expect(record?.evidence.map(({ key }) => key)).toEqual([found[1]?.key, found[0]?.key]);
      expect(record?.evidence[0]).toMatchObject({
        runId,
        step: "crm-note",
        says: expect.stringContaining("T-1041\u0000"),
      });
      expect(record?.history).toMatchObject([{ kind: "opened", after: "observability_debt", by: null, at: monday }]);
    });

    test("is counted once, however often and by however many processes it is found", async () => {
      const { store } = await makeWorld();
      const found = [aFound(), aFound()];
      const taken = await Promise.all(Array.from({ length: 8 }, () => store.take([...found, ...found], anId)));
      expect(taken.reduce((sum, { added }) => sum + added, 0)).toBe(2);
      expect(taken.flatMap(({ opened }) => opened)).toHaveLength(1);
      expect((await store.list(everything)).rows).toMatchObject([{ evidence: 2 }]);
    });

    test("of an incident that was over by then opens it anew, and the two know each other", async () => {
      const { store, incident, change, setNow } = await withOne();
      await change({ kind: "state", to: "resolved" });
      await setNow(monday + 2 * minute);
      const { opened } = await store.take([aFound({ at: monday + minute })], anId);
      const again = await store.find(opened[0] ?? "");
      expect(again).toMatchObject({ state: "open", formerId: incident.id, evidence: 1, openedAt: monday + 2 * minute });
      expect(await store.read(incident.id)).toMatchObject({
        nextId: again?.id,
        incident: { state: "resolved", evidence: 1 },
      });
    });

    test("and that happened before it was over belongs to it, however late it is found", async () => {
      const { store, incident, change } = await withOne();
      await change({ kind: "state", to: "resolved" });
      expect(await store.take([aFound({ at: monday - 10 * minute })], anId)).toEqual({ opened: [], added: 1 });
      expect(await store.find(incident.id)).toMatchObject({ state: "resolved", evidence: 2 });
    });

    test("of what a person dismissed opens nothing, unless it is a second effect outside", async () => {
      const { store, incident, change } = await withOne();
      const duplicate = { cause: "contradiction", severity: "s1" } as const;
      const { opened } = await store.take([aFound(duplicate)], anId);
      const second = await store.find(opened[0] ?? "");
      await change({ kind: "state", to: "dismissed" });
      if (second) await change({ kind: "state", to: "dismissed" }, second);
      expect(await store.take([aFound({ at: monday + 1 })], anId)).toEqual({ opened: [], added: 1 });
      expect(await store.find(incident.id)).toMatchObject({ state: "dismissed", evidence: 2 });
      const again = await store.take([aFound({ ...duplicate, at: monday + 1 })], anId);
      expect(await store.find(again.opened[0] ?? "")).toMatchObject({ formerId: second?.id, state: "open" });
    });
  });

  describe("an incident", () => {
    test("is opened by hand once, with what it is about as its first evidence", async () => {
      const { store } = await makeWorld();
      const ask = byHand({ runId: anId(), actionId: anId() });
      const opened = await store.open(ask);
      expect(await store.open(ask)).toEqual(opened);
      expect(opened).toMatchObject({
        cause: "by_hand",
        title: "Two notes\u0000",
        owner: dana,
        openedBy: dana.name,
        evidence: 1,
        runs: 1,
        actions: 1,
        startedAt: monday,
      });
      const free = await store.open(byHand());
      expect(free).toMatchObject({ evidence: 0, signature: opened.signature, state: "open" });
      expect(await store.read(opened.id)).toMatchObject({
        evidence: [{ says: "A customer called.", runId: ask.runId }],
        history: [{ kind: "opened", by: dana.name, role: "operator", reason: "A customer called." }],
      });
    });

    test("lives from open to reviewed, with each change in its history", async () => {
      const { store, incident, change, setNow } = await withOne();
      for (const [i, to] of (["mitigated", "resolved", "reviewed"] as const).entries()) {
        await setNow(monday + (i + 1) * minute);
        expect(await change({ kind: "state", to })).toMatchObject({ changed: true, incident: { state: to } });
      }
      const record = await store.read(incident.id);
      expect(record?.incident).toMatchObject({
        mitigatedAt: monday + minute,
        closedAt: monday + 2 * minute,
        reviewedAt: monday + 3 * minute,
        version: 4,
      });
      expect(record?.history.slice(1)).toMatchObject([
        { kind: "state", before: "open", after: "mitigated", by: dana.name, role: "lead", reason: "Because." },
        { before: "mitigated", after: "resolved" },
        { before: "resolved", after: "reviewed", at: monday + 3 * minute },
      ]);
      expect(await change({ kind: "state", to: "open" })).toMatchObject({ changed: false, why: "move_not_allowed" });
    });

    test("is reclassified and owned, and keeps what it was before", async () => {
      const { store, incident, change } = await withOne();
      await change({ kind: "class", to: "duplicate_action" });
      await change({ kind: "severity", to: "s1" });
      await change({ kind: "owner", to: dana });
      await change({ kind: "note" });
      const record = await store.read(incident.id);
      expect(record?.incident).toMatchObject({ class: "duplicate_action", severity: "s1", owner: dana, state: "open" });
      expect(record?.history.slice(1)).toMatchObject([
        { kind: "class", before: "observability_debt", after: "duplicate_action" },
        { kind: "severity", before: "s2", after: "s1" },
        { kind: "owner", before: null, after: dana.name },
        { kind: "note", before: null, after: null },
      ]);
      await change({ kind: "owner", to: null });
      expect(await store.find(incident.id)).toMatchObject({ owner: null, version: 6 });
    });

    test("is changed by one of several people who saw the same version, and once per change", async () => {
      const { store, incident } = await withOne();
      const asks = [aChange(incident, { kind: "state", to: "resolved" }), aChange(incident, { kind: "note" })];
      const results = await Promise.all(asks.map((ask) => store.change(ask)));
      expect(results.filter(({ changed }) => changed)).toHaveLength(1);
      expect(results.find(({ changed }) => !changed)).toMatchObject({ why: "changed_meanwhile" });
      const won = asks[results.findIndex(({ changed }) => changed)];
      if (won) expect(await store.change(won)).toMatchObject({ changed: true, incident: { version: 2 } });
      expect((await store.read(incident.id))?.history).toHaveLength(2);
      expect(await store.change(aChange({ ...incident, id: anId() }, { kind: "note" }))).toMatchObject({
        why: "incident_not_found",
      });
    });

    test("is not opened again beside the one that was opened since", async () => {
      const { store, change } = await withOne();
      await change({ kind: "state", to: "resolved" });
      await store.take([aFound({ at: monday + minute })], anId);
      expect(await change({ kind: "state", to: "open" })).toMatchObject({ changed: false, why: "seen_again" });
    });
  });

  describe("the list", () => {
    test("comes in pages without gaps or repeats, last seen first", async () => {
      const { store } = await makeWorld();
      const found = Array.from({ length: 7 }, (_, i) =>
        aFound({ place: { ...crm, step: `step-${i}` }, at: monday - Math.floor(i / 2) * minute }),
      );
      await store.take(found, anId);
      const seen: Incident[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await store.list({ pageSize: 3, cursor });
        seen.push(...page.rows);
        if (page.next === null) break;
        cursor = page.next;
      }
      expect(new Set(seen.map(({ id }) => id)).size).toBe(7);
      expect(seen.map(({ lastSeenAt }) => lastSeenAt)).toEqual(
        seen.map(({ lastSeenAt }) => lastSeenAt).sort((a, b) => b - a),
      );
      await expect(store.list({ pageSize: 3, cursor: "nonsense" })).rejects.toThrow("cursor");
    });

    test("is narrowed by each filter, and its counts are its length", async () => {
      const { store, incident, change } = await withOne();
      const runId = anId();
      await store.take([aFound({ cause: "contradiction", severity: "s1", runId, at: monday - 60 * minute })], anId);
      await change({ kind: "owner", to: dana });
      const filters = [
        [{ classes: ["duplicate_action"] }, 1],
        [{ classes: ["duplicate_action", "observability_debt"] }, 2],
        [{ states: ["open"] }, 2],
        [{ states: ["resolved"] }, 0],
        [{ severities: ["s2"] }, 1],
        [{ cause: "contradiction" }, 1],
        [{ owner: "dana" }, 1],
        [{ owner: null }, 1],
        [{ runId }, 1],
        [{ runId: anId() }, 0],
        [{ actionId: (await store.read(incident.id))?.evidence[0]?.actionId ?? "" }, 1],
        [{ from: monday - 61 * minute, to: monday - 60 * minute }, 0],
        [{ from: monday - 60 * minute, to: monday - minute }, 1],
        [{ from: monday - 60 * minute }, 2],
      ] as const;
      for (const [filter, length] of filters) {
        const mutable = structuredClone(filter) as Parameters<IncidentStore["count"]>[0];
        expect([filter, (await store.list({ ...mutable, ...everything })).rows.length]).toEqual([filter, length]);
        expect([filter, (await store.count(mutable)).total]).toEqual([filter, length]);
      }
      expect(await store.count({})).toEqual({
        total: 2,
        classes: { progress_loss: 0, duplicate_action: 1, state_inconsistency: 0, observability_debt: 1 },
        states: { open: 2, mitigated: 0, resolved: 0, reviewed: 0, dismissed: 0 },
        severities: { s1: 1, s2: 1, s3: 0 },
      });
    });

    test("finds an incident by the time of any of its evidence, not between them", async () => {
      const { store } = await makeWorld();
      await store.take([aFound({ at: monday - 100 * minute }), aFound({ at: monday - 10 * minute })], anId);
      const between = { from: monday - 50 * minute, to: monday - 20 * minute };
      expect((await store.count(between)).total).toBe(0);
      expect((await store.count({ ...between, to: monday })).total).toBe(1);
    });

    test("says what the evidence of a time alone comes to, and nothing of an incident that has none then", async () => {
      const { store } = await makeWorld();
      const [runId, cost] = [anId(), { ms: 7, tokens: 5, microUsd: 3 }];
      const at = (age: number) => ({ at: monday - age * minute, runId, cost });
      await store.take([aFound(at(100)), aFound(at(10)), aFound({ ...at(9), actionId: null })], anId);
      await store.take([aFound({ cause: "contradiction", ...at(100) })], anId);
      const { rows } = await store.list(everything);
      const incidentId = rows.find(({ cause }) => cause === "unknown_unsettled")?.id;
      const twice = { ms: 14, tokens: 10, microUsd: 6 };
      expect(await store.figures({ from: monday - 10 * minute, to: monday })).toEqual([
        { incidentId, evidence: 2, runs: 1, actions: 1, cost: twice },
      ]);
      expect(await store.figures({ from: monday - 100 * minute, to: monday - 10 * minute })).toHaveLength(2);
      expect(await store.figures({ from: monday - 50 * minute, to: monday - 20 * minute })).toEqual([]);
    });

    test("of evidence comes in pages, of one incident or of a time", async () => {
      const { store, incident } = await withOne();
      await store.take([aFound({ at: monday - 5 * minute }), aFound({ at: monday - 9 * minute })], anId);
      await store.take([aFound({ cause: "contradiction", at: monday - 5 * minute })], anId);
      const first = await store.listEvidence({ incidentId: incident.id, pageSize: 2 });
      const rest = await store.listEvidence({ incidentId: incident.id, pageSize: 2, cursor: first.next ?? "" });
      expect([...first.rows, ...rest.rows].map(({ at }) => at)).toEqual([1, 5, 9].map((age) => monday - age * minute));
      expect(rest.next).toBeNull();
      const ofTime = { from: monday - 9 * minute, to: monday - minute, pageSize: 9 };
      expect((await store.listEvidence(ofTime)).rows).toHaveLength(3);
    });
  });
}
