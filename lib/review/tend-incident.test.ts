import { describe, expect, test } from "vitest";
import type { Role } from "@/lib/progress/validation";
import { aBlockedRun, anEngineWorld, anOperator } from "@/lib/testing/engine-world";
import { anId } from "@/lib/testing/factories";
import { incidentMoves, incidentStates } from "./incident";
import { openIncident } from "./open-incident";
import { type IncidentPress, tendIncident } from "./tend-incident";

const named = { title: "Two notes", class: "duplicate_action", severity: "s1", reason: "A customer called." } as const;

async function anIncident(operator = anOperator("operator")) {
  const world = anEngineWorld();
  const { runId, actionId } = await aBlockedRun(world);
  const ask = { ...named, nonce: anId(), operator, runId: null, actionId };
  const opened = await openIncident(world.engine, ask);
  if (!opened.ok) throw new Error(opened.message);
  const press = (change: IncidentPress, role: Role, over: { version?: number; nonce?: string } = {}) =>
    tendIncident(world.engine, {
      incidentId: opened.incident.id,
      nonce: anId(),
      version: 1,
      reason: "Because.",
      operator: anOperator(role),
      change,
      ...over,
    });
  return { ...world, ...opened, ask, runId, actionId, press };
}

test("what somebody opened about an action stands at its place, is theirs, and pressed again is the same", async () => {
  const { engine, incident, ask, runId, actionId } = await anIncident();
  expect(incident).toMatchObject({
    place: { workflow: "support-ticket", step: "crm.note", destination: "crm" },
    owner: { id: ask.operator.id },
    evidence: 1,
  });
  expect(await openIncident(engine, ask)).toMatchObject({ ok: true, incident: { id: incident.id } });
  expect((await engine.incidents.list({ actionId, pageSize: 9 })).rows).toHaveLength(1);
  expect(await openIncident(engine, { ...ask, nonce: anId(), actionId: anId() })).toMatchObject({
    code: "action_not_found",
  });
  const free = { ...ask, nonce: anId(), actionId: null, runId };
  expect(await openIncident(engine, free)).toMatchObject({
    incident: { place: { workflow: "support-ticket", step: null } },
  });
});

test.each<[IncidentPress, Role]>([
  [{ kind: "class", to: "duplicate_action" }, "lead"],
  [{ kind: "severity", to: "s1" }, "lead"],
])("%j says so where it is so already, and its history gets no line", async (change, role) => {
  const { engine, incident, press } = await anIncident();
  expect(await press(change, role)).toMatchObject({ ok: false, code: "nothing_differs" });
  expect((await engine.incidents.read(incident.id))?.history).toHaveLength(1);
});

describe("who may do what", () => {
  const rows: [IncidentPress, readonly Role[]][] = [
    [{ kind: "take" }, ["operator", "lead", "admin"]],
    [{ kind: "give_back" }, ["operator", "lead", "admin"]],
    [{ kind: "note" }, ["operator", "lead", "admin"]],
    [{ kind: "state", to: "mitigated" }, ["operator", "lead", "admin"]],
    [{ kind: "state", to: "resolved" }, ["operator", "lead", "admin"]],
    [{ kind: "state", to: "dismissed" }, ["lead", "admin"]],
    [{ kind: "class", to: "observability_debt" }, ["lead", "admin"]],
    [{ kind: "severity", to: "s3" }, ["lead", "admin"]],
  ];
  test.each(rows)("%j is for %j only, and a refused try is kept", async (change, may) => {
    for (const role of ["viewer", "approver", "operator", "lead", "admin"] as const) {
      const { engine, incident, press } = await anIncident();
      const answer = await press(change, role);
      expect([role, answer.ok || answer.code]).toEqual([role, may.includes(role) || "role_missing"]);
      const commands = await engine.commands.listByObject(incident.id);
      expect(commands.map(({ state }) => state)).toContain(may.includes(role) ? "applied" : "refused");
      expect((await engine.incidents.read(incident.id))?.history).toHaveLength(may.includes(role) ? 2 : 1);
    }
  });

  test("a viewer opens nothing", async () => {
    await expect(anIncident(anOperator("viewer"))).rejects.toThrow("you need one of these roles");
  });
});

test("one that was changed meanwhile is read again first, and the same click is applied once", async () => {
  const { press } = await anIncident();
  const nonce = anId();
  expect(await press({ kind: "state", to: "mitigated" }, "operator", { nonce })).toMatchObject({ ok: true });
  expect(await press({ kind: "state", to: "mitigated" }, "operator", { nonce })).toMatchObject({
    incident: { version: 2 },
  });
  expect(await press({ kind: "state", to: "resolved" }, "operator")).toMatchObject({ code: "changed_meanwhile" });
});

test.each(incidentStates)("from %s only the moves of the table are let through", async (from) => {
  const way = {
    open: [],
    mitigated: ["mitigated"],
    resolved: ["resolved"],
    reviewed: ["resolved", "reviewed"],
    dismissed: ["dismissed"],
  } as const;
  for (const to of incidentStates) {
    const { press } = await anIncident();
    let version = 1;
    for (const state of way[from]) await press({ kind: "state", to: state }, "lead", { version: version++ });
    const answer = await press({ kind: "state", to }, "lead", { version });
    expect([from, to, answer.ok || answer.code]).toEqual([
      from,
      to,
      incidentMoves[from].includes(to) || "move_not_allowed",
    ]);
  }
});
