import { expect, it } from "vitest";
import { anEngineWorld, anOperator } from "@/lib/testing/engine-world";
import { aCrm, anId } from "@/lib/testing/factories";
import { aReport } from "@/lib/testing/ledger-world";
import { announce, nothingLooked } from "./announce";
import { type GuardAsk, guardAction } from "./guard-action";
import { readDesk } from "./read-desk";
import { reviseAction } from "./revise-action";
import { settleAction } from "./settle-action";

const aGuard = (payload: unknown = { text: "Hello" }): GuardAsk => {
  const named = { type: "crm.note", object: "T-1041", occurrence: "", volatileFields: [], declaration: aCrm() };
  return { intent: { ...named, payload }, actionId: anId(), attemptId: anId() };
};

it("an unknown call without a run is on the desk, is told by the webhook, and is settled by a person", async () => {
  const world = anEngineWorld();
  const { engine } = world;
  await announce(engine, nothingLooked());
  const ask = aGuard();
  const { actionId } = await guardAction(engine, ask);
  await engine.ledger.report(aReport(ask.attemptId, "unknown"));
  world.pass(5 * 60_000);
  await announce(engine, nothingLooked());
  const messages = await engine.messages.list({ limit: 9 });
  expect(messages).toMatchObject([{ event: "action.unknown", objectId: actionId }]);
  const desk = await readDesk(engine);
  expect(desk.groups.flatMap(({ records }) => records.map(({ action }) => action.id))).toEqual([actionId]);

  const version = (await engine.ledger.readAction(actionId))?.action.version ?? 0;
  const said = { as: "happened" as const, evidence: "It is in the CRM", reason: "I looked" };
  const settled = await settleAction(engine, { actionId, version, ...said, nonce: anId(), operator: anOperator() });
  expect(settled).toMatchObject({ ok: true, state: "confirmed" });
  expect(await guardAction(engine, { ...ask, attemptId: anId() })).toMatchObject({ answer: "stored" });
});

it("another payload for the same call waits for a person, whose revision is what the next ask sends", async () => {
  const { engine } = anEngineWorld();
  const ask = aGuard();
  const { actionId } = await guardAction(engine, ask);
  await engine.ledger.report(aReport(ask.attemptId, "refused"));
  const other = { ...aGuard({ text: "Hullo" }), attemptId: anId() };
  expect(await guardAction(engine, other)).toMatchObject({ answer: "payload_mismatch", paths: ["text"] });
  const [near] = (await engine.ledger.readAction(actionId))?.nearMisses ?? [];
  expect(near).toMatchObject({ kind: "other_payload", state: "open", runId: null });
  const version = (await engine.ledger.readAction(actionId))?.action.version ?? 0;
  const ours = { nearMissId: near?.id ?? null, reason: "It is the right one" };
  const revised = await reviseAction(engine, { actionId, version, ...ours, nonce: anId(), operator: anOperator() });
  expect(revised).toMatchObject({ ok: true });
  expect(await guardAction(engine, { ...other, attemptId: anId() })).toMatchObject({
    answer: "proceed",
    attempt: { payload: { text: "Hullo" } },
  });
});
