import { describe, expect, it } from "vitest";
import { message, note, worldUnderTest } from "./world-under-test";

const writes = [
  { system: "crm", kind: "crm.note", path: "/crm/notes", body: note },
  { system: "ticketing", kind: "ticketing.reply", path: "/desk/tickets/T-1041/replies", body: { text: "On it." } },
  { system: "queue", kind: "queue.message", path: "/queue/messages", body: message },
] as const;

const strikes = [
  { fault: "reply_lost_after_effect", effects: 1, httpCode: null },
  { fault: "error_before_effect", effects: 0, httpCode: 503 },
  { fault: "error_after_effect", effects: 1, httpCode: 500 },
  { fault: "rate_limited", effects: 0, httpCode: 429 },
] as const;

describe.each(writes)("a write to $system", ({ system, kind, path, body }) => {
  it.each(strikes)(
    "under $fault leaves $effects effect and answers $httpCode",
    async ({ fault, effects, httpCode }) => {
      const world = await worldUnderTest();
      await world.client.armFault({ system, fault });

      const answer = await world.post(path, body).catch(() => null);

      expect(answer?.status ?? null).toBe(httpCode);
      expect((await world.client.counts("T-1041"))[kind]).toBe(effects);
      expect(await world.client.faults()).toEqual([]);
    },
  );
});

it("a rate limit says when to come back", async () => {
  const world = await worldUnderTest();
  await world.client.armFault({ system: "crm", fault: "rate_limited", retryAfterSeconds: 7 });
  const answer = await world.post("/crm/notes", note);
  expect(answer.headers.get("Retry-After")).toBe("7");
});

it("a delayed reply comes late, after an effect that happened at once", async () => {
  const world = await worldUnderTest();
  const sentAt = world.now();
  await world.client.armFault({ system: "crm", fault: "reply_delayed", ms: 3_000 });
  expect((await world.post("/crm/notes", note)).status).toBe(201);
  const { entries } = await world.client.log();
  expect(entries.map((entry) => entry.at)).toEqual([sentAt.toISOString()]);
  expect(world.now().getTime() - sentAt.getTime()).toBe(3_000);
});

it("a slow model takes as long as it was told", async () => {
  const world = await worldUnderTest();
  const ticket = await (await world.get("/desk/tickets/T-1041")).json();
  const history = await (await world.get("/crm/customers/C-201/history")).json();
  const took = async () => {
    const start = world.now().getTime();
    await world.post("/model/drafts", { ticket, history });
    return world.now().getTime() - start;
  };
  await world.client.armFault({ system: "model", fault: "slow", ms: 6_000 });
  expect([await took(), await took()]).toEqual([6_000, 300]);
  expect((await world.client.counts("T-1041"))["model.call"]).toBe(2);
});

it("a fault for one ticket leaves the others alone", async () => {
  const world = await worldUnderTest();
  await world.client.armFault({ system: "crm", object: "T-1041", fault: "error_before_effect" });
  expect((await world.post("/crm/notes", { ...note, ticketId: "T-1038" })).status).toBe(201);
  expect((await world.post("/crm/notes", note)).status).toBe(503);
});

it("a fault for the note is not used up by the history read before it", async () => {
  const world = await worldUnderTest();
  await world.client.armFault({ system: "crm", fault: "error_before_effect" });
  expect((await world.get("/crm/customers/C-201/history")).status).toBe(200);
  expect((await world.post("/crm/notes", note)).status).toBe(503);
});

it("a fault strikes as often as it was armed for, or until it is cleared", async () => {
  const world = await worldUnderTest();
  const httpCodes = async (tries: number) => {
    const codes: number[] = [];
    for (let done = 0; done < tries; done += 1) codes.push((await world.post("/crm/notes", note)).status);
    return codes;
  };
  await world.client.armFault({ system: "crm", fault: "error_before_effect", count: 2 });
  expect(await httpCodes(3)).toEqual([503, 503, 201]);

  const { id } = await world.client.armFault({ system: "crm", fault: "error_before_effect", count: null });
  expect(await httpCodes(3)).toEqual([503, 503, 503]);
  expect([await world.client.clearFault(id), await world.client.clearFault(id)]).toEqual([true, false]);
  expect(await httpCodes(1)).toEqual([201]);
});

it("a kill switch strikes once, at its own boundary and step only", async () => {
  const world = await worldUnderTest();
  const at = { object: "T-1041", boundary: "after_checkpoint", step: "recommend" };
  await world.client.armFault({ system: "worker", fault: "kill", ...at });
  expect(await world.client.takeKill({ ...at, object: "T-1038" })).toBe(false);
  expect(await world.client.takeKill({ ...at, step: "read-ticket" })).toBe(false);
  expect(await world.client.takeKill({ ...at, boundary: "before_effect" })).toBe(false);
  expect(await world.client.takeKill(at)).toBe(true);
  expect(await world.client.takeKill(at)).toBe(false);
});
