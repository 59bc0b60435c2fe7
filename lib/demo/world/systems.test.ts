import { expect, it } from "vitest";
import { CRM_HORIZON_MS } from "./fault";
import { REPLY_WINDOW_MS } from "./ticketing";
import { getTicket } from "./tickets";
import { message, note, worldUnderTest } from "./world-under-test";

const replies = "/desk/tickets/T-1041/replies";
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
] as const)("$path executes every post, the same key or not", async ({ path, body, kind }) => {
  const world = await worldUnderTest();
  await world.post(path, body, key);
  await world.post(path, body, key);
  expect((await world.client.counts("T-1041"))[kind]).toBe(2);
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
