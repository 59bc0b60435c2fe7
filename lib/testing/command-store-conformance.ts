/** What every keeper of the operators' commands guarantees. */

import { describe, expect, test } from "vitest";
import type { CommandStore, NewCommand } from "@/lib/engine/command-store";
import { anId } from "./factories";

const aCommand = (over: Partial<NewCommand> = {}): NewCommand => ({
  id: anId(),
  kind: "settle",
  objectKind: "action",
  objectId: anId(),
  by: "Ada",
  role: "operator",
  reason: "Customer\u0000 called",
  shown: { verdict: "ask_a_person", evidence: "a\u0000b \ud800" },
  before: { state: "unknown", version: 2 },
  ...over,
});

export function commandStoreConformance(makeStore: () => Promise<CommandStore>): void {
  describe("a command", () => {
    test("is accepted once per nonce, and the second click gets the first one", async () => {
      const store = await makeStore();
      const command = aCommand();
      expect(await store.accept(command)).toEqual({ accepted: true });
      expect(await store.accept({ ...command, reason: "other", objectId: anId() })).toMatchObject({
        accepted: false,
        earlier: { ...command, state: "accepted", answer: null, after: null, observed: null },
      });
    });

    test("is removed once it was answered, the oldest first, page by page; one without an answer stays", async () => {
      const store = await makeStore();
      const done = [aCommand(), aCommand(), aCommand()];
      const open = aCommand();
      for (const command of [...done, open]) await store.accept(command);
      for (const { id } of done) await store.finish(id, { state: "applied", answer: null, after: null });
      const [{ at } = { at: 0 }] = await store.listByObject(done[0]?.objectId ?? "");
      const found: string[] = [];
      for (let cursor: string | undefined | null; cursor !== null; ) {
        const page = await store.listEnded({ before: at + 60_000, cursor, pageSize: 2 });
        found.push(...page.rows.map(({ id }) => id));
        cursor = page.next;
      }
      const ids = done.map(({ id }) => id);
      expect(found.filter((id) => [...ids, open.id].includes(id)).toSorted()).toEqual(ids.toSorted());
      expect((await store.listEnded({ before: at - 60_000, pageSize: 9 })).rows).toEqual([]);
      expect(await store.remove([...ids, open.id, anId()])).toBe(3);
      expect(await store.listByObject(done[0]?.objectId ?? "")).toEqual([]);
      expect(await store.accept(open)).toMatchObject({ accepted: false });
    });

    test("clicked ten times at once is accepted once", async () => {
      const store = await makeStore();
      const command = aCommand();
      const answers = await Promise.all(Array.from({ length: 10 }, () => store.accept(command)));
      expect(answers.filter((answer) => answer.accepted)).toHaveLength(1);
    });

    test.each(["applied", "no_effect", "refused"] as const)("ends once, as %s, with its answer kept", async (state) => {
      const store = await makeStore();
      const command = aCommand();
      await store.accept(command);
      await store.finish(command.id, { state, answer: { ok: true, text: "x\u0000y" }, after: { state: "confirmed" } });
      await store.finish(command.id, { state: "refused", answer: null, after: null });
      expect(await store.listByObject(command.objectId)).toMatchObject([
        { state, answer: { ok: true, text: "x\u0000y" }, after: { state: "confirmed" } },
      ]);
    });

    test("keeps the latest effect that was observed", async () => {
      const store = await makeStore();
      const command = aCommand();
      await store.accept(command);
      await store.observe(command.id, "It waits for a worker.");
      await store.observe(command.id, "It runs\u0000.");
      expect(await store.listByObject(command.objectId)).toMatchObject([
        { observed: "It runs\u0000.", state: "accepted" },
      ]);
    });

    test("is listed with the others of its object, newest first", async () => {
      const store = await makeStore();
      const first = aCommand();
      const second = aCommand({ objectId: first.objectId, kind: "check", reason: null });
      await store.accept(first);
      await store.accept(second);
      await store.accept(aCommand());
      expect((await store.listByObject(first.objectId)).map((command) => command.id)).toEqual([second.id, first.id]);
    });

    test("is among the recent ones, newest first and no more than asked for", async () => {
      const store = await makeStore();
      const commands = [aCommand(), aCommand(), aCommand()];
      for (const command of commands) await store.accept(command);
      const recent = await store.listRecent({ from: 0, limit: 2 });
      expect(recent.map((command) => command.id)).toEqual([commands[2]?.id, commands[1]?.id]);
      expect(await store.listRecent({ from: Date.now() + 60_000, limit: 2 })).toEqual([]);
    });

    test("of a kind that nobody asked for does not push others out of the recent ones", async () => {
      const store = await makeStore();
      const first = aCommand();
      await store.accept(first);
      for (let i = 0; i < 3; i += 1) await store.accept(aCommand({ kind: "follow" }));
      const [latest] = await store.listRecent({ from: 0, limit: 1, except: ["follow"] });
      expect(latest?.id).toBe(first.id);
    });
  });

  test("a mark holds the last value set, and null before", async () => {
    const store = await makeStore();
    const name = `mark ${anId()}`;
    expect(await store.getMark(name)).toBeNull();
    await store.setMark(name, { at: 1, text: "a\u0000b" });
    await store.setMark(name, ["again"]);
    expect(await store.getMark(name)).toEqual(["again"]);
  });
}
