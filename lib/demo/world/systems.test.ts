import { expect, it } from "vitest";
import { CRM_HORIZON_MS } from "./fault";
import { LIBRARY_WINDOW_MS } from "./library";
import { REPLY_WINDOW_MS } from "./ticketing";
import { getTicket } from "./tickets";
import { message, note, worldUnderTest } from "./world-under-test";

const replies = "/desk/tickets/T-1041/replies";
const credit = { orderId: "O-7001", customerId: "C-201", amountUsd: 90, reason: "It arrived broken." };
const notice = { eventId: "E-7001", event: "order.shipped", orderId: "O-7001", deliveryId: "rp-9f3k-2" };
const article = { questionId: "Q-7001", title: "Market Q-7001", text: "What they say." };
const key = { "Idempotency-Key": "k-1" };

it("the help desk writes one reply for two posts with the same key, and gives the stored one back", async () => {
  const world = await worldUnderTest();
  const first = await world.post(replies, { text: "On it." }, key);
  const second = await world.post(replies, { text: "On it." }, key);
  expect(second.headers.get("Idempotent-Replayed")).toBe("true");
  expect(first.headers.get("Idempotent-Replayed")).toBeNull();
  expect(await second.json()).toEqual(await first.json());
  expect((await world.client.counts("T-1041"))["ticketing.reply"]).toBe(1);
});

it.each([
  { afterMs: REPLY_WINDOW_MS - 1, effects: 1 },
  { afterMs: REPLY_WINDOW_MS, effects: 2 },
])(
  "the help desk, asked again after $afterMs ms with the same key, has $effects replies",
  async ({ afterMs, effects }) => {
    const world = await worldUnderTest();
    await world.post(replies, { text: "On it." }, key);
    world.advance(afterMs);
    await world.post(replies, { text: "On it." }, key);
    expect((await world.client.counts("T-1041"))["ticketing.reply"]).toBe(effects);
  },
);

it("the help desk refuses a key that comes back with another text, and names the difference", async () => {
  const world = await worldUnderTest();
  await world.post(replies, { text: "On it." }, key);
  const answer = await world.post(replies, { text: "Done." }, key);
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ code: "key_reused", message: expect.stringContaining("another text") });
});

it.each([
  { path: "/crm/notes", body: note, kind: "crm.note" },
  { path: "/queue/messages", body: message, kind: "queue.message" },
  { path: "/billing/credits", body: credit, kind: "billing.credit" },
  { path: "/partner/notices", body: notice, kind: "partner.notice" },
] as const)("$path executes every post, the same key or not", async ({ path, body, kind }) => {
  const world = await worldUnderTest();
  await world.post(path, body, key);
  await world.post(path, body, key);
  expect((await world.client.counts())[kind]).toBe(2);
});

it.each([
  { afterMs: LIBRARY_WINDOW_MS - 1, effects: 1 },
  { afterMs: LIBRARY_WINDOW_MS, effects: 2 },
])("the library, asked again after $afterMs ms with the same key, has $effects articles", async (row) => {
  const world = await worldUnderTest();
  await world.post("/library/articles", article, key);
  world.advance(row.afterMs);
  await world.post("/library/articles", article, key);
  expect((await world.client.counts("Q-7001"))["library.article"]).toBe(row.effects);
});

it("an order says what was credited on it before", async () => {
  const world = await worldUnderTest();
  const credited = async () => (await (await world.get("/billing/orders/O-7001")).json()).creditedUsd;
  expect(await credited()).toBe(0);
  await world.post("/billing/credits", credit);
  await world.restart();
  expect(await credited()).toBe(credit.amountUsd);
});

it("a delivery is found by its marker, unless the partner's log is behind", async () => {
  const world = await worldUnderTest();
  await world.post("/partner/notices", notice);
  world.advance(60_000);
  const found = async () => {
    const answer = await world.get(`/partner/notices?deliveryId=${notice.deliveryId}&eventId=${notice.eventId}`);
    return (await answer.json()).deliveries.length;
  };
  await world.client.armFault({ system: "partner", fault: "index_lag", object: notice.eventId, ms: 3_600_000 });
  expect(await found()).toBe(0);
  expect(await found()).toBe(1);
});

it("the model words a prompt the same way each time, and charges each time", async () => {
  const world = await worldUnderTest();
  const prompt = { object: "Q-7001", task: "Ranking", text: "What they say.", effort: "large" };
  const [first, second] = [
    await (await world.post("/model/completions", prompt)).json(),
    await (await world.post("/model/completions", prompt)).json(),
  ];
  expect(second).toEqual({ ...first, id: second.id });
  expect(first.costUsd).toBeGreaterThan(0.2);
  expect((await world.client.counts("Q-7001"))["model.call"]).toBe(2);
});

it("a note is found by its marker once the search index has caught up", async () => {
  const world = await worldUnderTest({ crmIndexLagMs: CRM_HORIZON_MS });
  const { id } = await (await world.post("/crm/notes", note)).json();
  const found = async () => (await world.get(`/crm/notes?marker=${note.marker}`)).json();
  world.advance(CRM_HORIZON_MS - 1);
  expect(await found()).toEqual({ notes: [], complete: true });
  world.advance(1);
  expect(await found()).toMatchObject({ notes: [{ id, marker: note.marker }], complete: true });
});

it("an armed index lag hides a fresh note from the next search only", async () => {
  const world = await worldUnderTest();
  await world.post("/crm/notes", note);
  await world.client.armFault({ system: "crm", fault: "index_lag", ms: 5_000 });
  const found = async () => (await (await world.get(`/crm/notes?marker=${note.marker}`)).json()).notes.length;
  expect([await found(), await found()]).toEqual([0, 1]);
});

it("a note for a customer the CRM does not know is refused and leaves no effect", async () => {
  const world = await worldUnderTest();
  const answer = await world.post("/crm/notes", { ...note, customerId: "C-999" });
  expect(answer.status).toBe(422);
  expect((await world.client.counts())["crm.note"]).toBe(0);
});

it("the model writes the same text for the same ticket, and every call is logged", async () => {
  const world = await worldUnderTest();
  const ticket = await (await world.get("/desk/tickets/T-1041")).json();
  const history = await (await world.get(`/crm/customers/${ticket.customerId}/history`)).json();
  const draft = async () => (await world.post("/model/drafts", { ticket, history })).json();
  const [first, second] = [await draft(), await draft()];
  expect(second.text).toBe(first.text);
  expect(first.costUsd).toBeGreaterThan(0);
  expect((await world.client.counts("T-1041"))["model.call"]).toBe(2);
});

it.each([
  ["T-1038", false],
  ["T-1041", false],
  ["T-1042", true],
])("%s: sensitive is %s", (id, sensitive) => {
  expect(getTicket(id).sensitive).toBe(sensitive);
});

it("every ticket id names a ticket, always the same", async () => {
  const world = await worldUnderTest();
  for (const id of ["T-0000", "T-2077", "T-999999"]) {
    expect(await (await world.get(`/desk/tickets/${id}`)).json()).toEqual(getTicket(id));
  }
});
