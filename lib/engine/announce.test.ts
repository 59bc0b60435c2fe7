import { expect, test } from "vitest";
import { sweep } from "@/lib/engine/sweep";
import { aBlockedRun, anEngineWorld, askNote, type EngineWorld, mustProceed } from "@/lib/testing/engine-world";
import { aCrm, aDestination, anId } from "@/lib/testing/factories";
import { aReport } from "@/lib/testing/ledger-world";
import { aClaimedRun, aWaitingRun, leaseMs } from "@/lib/testing/progress-world";
import { announce, nothingLooked } from "./announce";
import { deliverMessages } from "./deliver-messages";
import type { Message } from "./message-store";
import { recordProgress } from "./record-progress";

const day = 24 * 60 * 60_000;
const aDeduplicator = () => aCrm({ deduplicates: { header: "Idempotency-Key", windowMs: day, replaysErrors: false } });

/** A webhook was set up before anything happened. */
async function aWatchedWorld(): Promise<EngineWorld> {
  const world = anEngineWorld();
  await announce(world.engine, nothingLooked());
  return world;
}

const look = ({ engine }: EngineWorld) => announce(engine, nothingLooked());
const events = async ({ engine }: EngineWorld) =>
  (await engine.messages.list({ limit: 100 })).map(({ event, state }) => `${event} ${state}`).sort();

const fails = async () => {
  throw new Error("a failed delivery must not reach the sweep");
};

test("a run that stopped is told once per execution, by however many processes look", async () => {
  const world = await aWatchedWorld();
  const { engine } = world;
  const { run } = await aClaimedRun(engine.progress);
  world.pass(leaseMs + 1);
  await sweep(engine, fails);
  await Promise.all([look(world), look(world)]);
  expect(await look(world)).toBe(0);
  expect(await engine.messages.list({ limit: 9 })).toMatchObject([
    {
      event: "person.needed",
      objectKind: "run",
      objectId: run.id,
      state: "interrupted",
      name: "support-ticket T-1041",
    },
  ]);
});

test("what happened before the webhook was set up is not told", async () => {
  const world = anEngineWorld();
  await aClaimedRun(world.engine.progress);
  world.pass(leaseMs + 1);
  await sweep(world.engine, fails);
  world.pass(60_000);
  expect(await look(world)).toBe(0);
});

test("an unknown outcome is told after five minutes, not before", async () => {
  const world = await aWatchedWorld();
  await aBlockedRun(world);
  world.pass(5 * 60_000 - 1);
  await look(world);
  expect(await events(world)).toEqual(["person.needed blocked"]);
  world.pass(1);
  await look(world);
  expect(await events(world)).toEqual(["action.unknown unknown", "person.needed blocked"]);
});

test("a window that closes is told once, in the half hour in which the console counts it, and not after it closed", async () => {
  const world = await aWatchedWorld();
  const { actionId } = await aBlockedRun(world, aDeduplicator());
  world.pass(23 * 60 * 60_000);
  await look(world);
  expect(await events(world)).not.toContain("action.window_closing unknown");
  world.pass(35 * 60_000);
  await look(world);
  await look(world);
  const told = await world.engine.messages.list({ objectId: actionId, limit: 9 });
  expect(told.filter(({ event }) => event === "action.window_closing")).toHaveLength(1);

  const late = await aWatchedWorld();
  await aBlockedRun(late, aDeduplicator());
  late.pass(day + 60_000);
  await look(late);
  expect(await events(late)).not.toContain("action.window_closing unknown");
});

test("what may have happened twice is told, also after its run's end, once until something new speaks for it", async () => {
  const world = await aWatchedWorld();
  const { ledger } = world.engine;
  const claimed = await aClaimedRun(world.engine.progress);
  const { actionId, attempt } = await mustProceed(world.engine, askNote(claimed, { declaration: aDestination() }));
  await ledger.report(aReport(attempt.id, "confirmed"));
  await recordProgress(world.engine, claimed.lease, { id: anId(), end: { kind: "finished", output: "null" } });
  await look(world);
  expect(await events(world)).toEqual([]);

  const contradict = (detail: string) => ledger.report({ ...aReport(attempt.id, "refused"), detail });
  await contradict("It answered late.");
  for (let i = 0; i < 2; i++) await look(world);
  const told = await world.engine.messages.list({ objectId: actionId, limit: 9 });
  expect(told).toMatchObject([{ event: "action.contradicted", name: "crm.note for T-1041", state: "confirmed" }]);

  world.pass(60_000);
  const { version = 0 } = (await ledger.findAction(actionId)) ?? {};
  const said = { evidence: "one there", reason: "looked", by: "Ada" };
  await ledger.settleContradiction({ id: anId(), actionId, version, found: "once", ...said });
  await look(world);
  expect(await events(world)).toHaveLength(1);
  await contradict("It answered later still.");
  await look(world);
  expect(await events(world)).toHaveLength(2);
});

test("an approval is told when it is asked and in its last quarter, never once it is decided", async () => {
  const world = await aWatchedWorld();
  await aWaitingRun(world.engine.progress, { withinMs: 40 * 60_000 });
  await look(world);
  expect(await events(world)).toEqual(["approval.asked pending"]);
  expect(await world.engine.messages.list({ limit: 1 })).toMatchObject([{ name: "support-ticket T-1041" }]);
  world.pass(31 * 60_000);
  await look(world);
  expect(await events(world)).toEqual(["approval.asked pending", "approval.due pending"]);
});

test("a receiver that is down for a while gets every message once it is back, and delays no run", async () => {
  const world = await aWatchedWorld();
  const { engine } = world;
  await aBlockedRun(world);
  await look(world);
  let isUp = false;
  const got: string[] = [];
  const send = async ({ id }: Message) => {
    if (!isUp) return { delivered: false as const, error: "Nothing listens there." };
    got.push(id);
    return { delivered: true as const };
  };
  expect(await deliverMessages(engine, send)).toBe(0);
  expect(await engine.messages.list({ limit: 1 })).toMatchObject([{ tries: 1, error: "Nothing listens there." }]);
  expect((await aClaimedRun(engine.progress)).run.state).toBe("running");
  isUp = true;
  expect(await deliverMessages(engine, send)).toBe(0);
  world.pass(30_000);
  // Two processes at once: one of them takes it.
  const delivered = await Promise.all([deliverMessages(engine, send), deliverMessages(engine, send)]);
  expect(delivered.sort()).toEqual([0, 1]);
  expect(got).toHaveLength(1);
});

test("more rows than one look reads are all told after a few looks, the newest ones first", async () => {
  const world = await aWatchedWorld();
  const { engine } = world;
  for (let i = 0; i < 26; i++) await aClaimedRun(engine.progress);
  world.pass(leaseMs + 1);
  await sweep(engine, fails);
  const looked = nothingLooked();
  expect(await announce(engine, looked, 4)).toBe(20);
  world.pass(1);
  const { run } = await aClaimedRun(engine.progress);
  world.pass(leaseMs + 1);
  await sweep(engine, fails);
  expect(await announce(engine, looked, 4)).toBe(7);
  expect(await engine.messages.list({ objectId: run.id, limit: 1 })).toHaveLength(1);
});
