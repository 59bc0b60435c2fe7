import { appendFile, readFile, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { message, note, worldUnderTest } from "./world-under-test";

const key = { "Idempotency-Key": "k-1" };

it("after a restart the world knows all it did before", async () => {
  const world = await worldUnderTest();
  await world.post("/crm/notes", note);
  await world.post("/queue/messages", message);
  const reply = await (await world.post("/desk/tickets/T-1041/replies", { text: "On it." }, key)).json();
  const before = await world.client.log();

  await world.restart();

  expect(await world.client.log()).toEqual(before);
  expect((await (await world.get(`/crm/notes?marker=${note.marker}`)).json()).notes).toHaveLength(1);
  const again = await world.post("/desk/tickets/T-1041/replies", { text: "On it." }, key);
  expect([again.headers.get("Idempotent-Replayed"), await again.json()]).toEqual(["true", reply]);
  expect((await (await world.post("/queue/messages", message)).json()).id).toBe("M-4");
});

it("a line torn by a kill is cut off, and the log goes on behind it", async () => {
  const world = await worldUnderTest();
  await world.post("/crm/notes", note);
  await appendFile(world.logPath, '{"seq":2,"at":"2025-');
  await world.restart();
  await world.post("/crm/notes", note);
  const lines = (await readFile(world.logPath, "utf8")).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).seq)).toEqual([1, 2]);
});

it("a damaged line stops the start and is named", async () => {
  const world = await worldUnderTest();
  await world.post("/crm/notes", note);
  const intact = await readFile(world.logPath, "utf8");
  await writeFile(world.logPath, `${intact}not an entry\n`);
  await expect(world.restart()).rejects.toThrow("line 2");
});

it("an entry says what was done, to what, when, and under which key and marker", async () => {
  const world = await worldUnderTest();
  await world.post("/crm/notes", note, key);
  expect((await world.client.log()).entries).toEqual([
    {
      seq: 1,
      at: world.now().toISOString(),
      system: "crm",
      kind: "crm.note",
      object: "T-1041",
      key: "k-1",
      marker: note.marker,
      summary: "Note on C-201 for T-1041",
      body: { id: "N-1", at: world.now().toISOString(), ...note },
    },
  ]);
});

it("pages newest last: the latest without a position, the next ones behind a position", async () => {
  const world = await worldUnderTest();
  for (const ticketId of ["T-1041", "T-1038", "T-1041", "T-1041"])
    await world.post("/queue/messages", { ...message, ticketId });
  const seqs = async (query: Parameters<typeof world.client.log>[0]) =>
    (await world.client.log(query)).entries.map((entry) => entry.seq);
  expect(await seqs({ limit: 2 })).toEqual([3, 4]);
  expect(await seqs({ after: 1, limit: 2 })).toEqual([2, 3]);
  expect(await seqs({ object: "T-1041" })).toEqual([1, 3, 4]);
  expect(await world.client.log({ after: 4 })).toMatchObject({
    entries: [],
    lastSeq: 4,
    counts: { "queue.message": 4 },
  });
});
