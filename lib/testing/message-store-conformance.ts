/** What every keeper of the webhook's messages guarantees. */

import { describe, expect, test } from "vitest";
import {
  type MessageStore,
  messageRetryFirstMs,
  messageRetryMaxMs,
  messageTriesMax,
  type NewMessage,
} from "@/lib/engine/message-store";
import { anId, monday } from "./factories";

export type MessageWorld = { store: MessageStore; setNow(at: number): Promise<void> };

export const aMessage = (over: Partial<NewMessage> = {}): NewMessage => ({
  id: anId(),
  event: "person.needed",
  objectKind: "run",
  objectId: anId(),
  occasion: "execution 1",
  name: "support-ticket T-1041\u0000\ud800",
  state: "interrupted",
  at: monday,
  ...over,
});

export function messageStoreConformance(makeWorld: () => Promise<MessageWorld>): void {
  describe("a message", () => {
    test("is kept once per object, event and occasion, however many processes notice it", async () => {
      const { store } = await makeWorld();
      const message = aMessage();
      const recorded = await Promise.all(
        Array.from({ length: 10 }, () => store.record([{ ...message, id: anId() }, aMessage({ ...message })])),
      );
      expect(recorded.reduce((sum, count) => sum + count, 0)).toBe(1);
      const next = { ...message, id: anId(), occasion: "execution 2" };
      expect(await store.record([next, { ...message, id: anId(), event: "action.unknown" }])).toBe(2);
      expect(await store.list({ objectId: message.objectId, limit: 10 })).toHaveLength(3);
    });

    test("is taken by one of many processes", async () => {
      const { store } = await makeWorld();
      await store.record(Array.from({ length: 5 }, () => aMessage()));
      const taken = (await Promise.all(Array.from({ length: 10 }, () => store.take(2)))).flat();
      expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
      expect([...taken, ...(await store.take(10))]).toHaveLength(5);
    });

    test("that was taken and not answered for is due again after the first interval, not before", async () => {
      const { store, setNow } = await makeWorld();
      await store.record([aMessage()]);
      expect(await store.take(10)).toMatchObject([{ tries: 1, nextTryAt: monday + messageRetryFirstMs }]);
      await setNow(monday + messageRetryFirstMs - 1);
      expect(await store.take(10)).toEqual([]);
      await setNow(monday + messageRetryFirstMs);
      expect(await store.take(10)).toMatchObject([{ tries: 2, nextTryAt: monday + 3 * messageRetryFirstMs }]);
    });

    test("is tried at growing, bounded intervals and then given up, with what went wrong", async () => {
      const { store, setNow } = await makeWorld();
      await store.record([aMessage()]);
      const waits: number[] = [];
      for (let at = monday; ; ) {
        const [message] = await store.take(1);
        if (!message) break;
        await store.failed(message.id, "Nothing listens there\u0000.");
        waits.push((message.nextTryAt ?? 0) - at);
        at = message.nextTryAt ?? 0;
        await setNow(at);
      }
      expect(waits).toHaveLength(messageTriesMax);
      expect(waits.slice(0, 3)).toEqual([30_000, 60_000, 120_000]);
      expect(Math.max(...waits)).toBe(messageRetryMaxMs);
      expect(await store.list({ limit: 10 })).toMatchObject([
        { tries: messageTriesMax, nextTryAt: null, deliveredAt: null, error: "Nothing listens there\u0000." },
      ]);
      expect(await store.count()).toEqual({ delivered: 0, waiting: 0, givenUp: 1 });
    });

    test("that was delivered is over, whatever a slower process says of it", async () => {
      const { store, setNow } = await makeWorld();
      await store.record([aMessage()]);
      const [message] = await store.take(1);
      await store.failed(message?.id ?? "", "It answered 503.");
      await store.delivered(message?.id ?? "");
      await store.failed(message?.id ?? "", "It answered 500.");
      await setNow(monday + messageRetryMaxMs);
      expect(await store.take(1)).toEqual([]);
      expect(await store.list({ limit: 1 })).toMatchObject([{ deliveredAt: monday, nextTryAt: null, error: null }]);
      expect(await store.count()).toEqual({ delivered: 1, waiting: 0, givenUp: 0 });
    });

    test("is removed once it has ended and only then, the oldest first, page by page", async () => {
      const { store } = await makeWorld();
      const ended = [0, 1, 1].map((ms) => aMessage({ at: monday + ms }));
      await store.record([...ended, aMessage({ at: monday - 1 }), aMessage({ at: monday + 2 })]);
      for (const { id } of ended) await store.delivered(id);
      const found: string[] = [];
      for (let cursor: string | undefined | null; cursor !== null; ) {
        const page = await store.listEnded({ before: monday + 2, cursor, pageSize: 1 });
        found.push(...page.rows.map(({ id }) => id));
        cursor = page.next;
      }
      expect(found[0]).toBe(ended[0]?.id);
      expect(found.toSorted()).toEqual(ended.map(({ id }) => id).toSorted());
      expect((await store.listEnded({ before: monday + 1, pageSize: 9 })).rows).toHaveLength(1);
      const everything = (await store.list({ limit: 9 })).map(({ id }) => id);
      expect(await store.remove([...everything, anId()])).toBe(3);
      expect(await store.count()).toEqual({ delivered: 0, waiting: 2, givenUp: 0 });
    });

    test("is listed newest first, with the name as it was", async () => {
      const { store } = await makeWorld();
      const older = aMessage({ at: monday - 1 });
      const newer = aMessage();
      await store.record([older, newer]);
      const listed = await store.list({ limit: 10 });
      expect(listed.map(({ id }) => id)).toEqual([newer.id, older.id]);
      expect(listed[0]?.name).toContain("T-1041\u0000");
      expect(await store.list({ limit: 1 })).toHaveLength(1);
    });
  });
}
