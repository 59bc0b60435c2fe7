/** What every keeper of followed runbook steps guarantees. */

import { describe, expect, test } from "vitest";
import type { FollowedStep, RunbookStepStore } from "@/lib/review/runbook-step-store";
import { anId } from "./factories";

const aTick = (over: Partial<FollowedStep> = {}): Omit<FollowedStep, "at" | "undone"> => ({
  id: anId(),
  slug: "crm",
  hash: "h1",
  section: "If the outcome is unknown",
  text: "Press **Check now**.\u0000",
  object: { kind: "action", id: anId() },
  by: "Ada\u0000",
  ...over,
});

export function runbookStepStoreConformance(makeStore: () => Promise<RunbookStepStore>): void {
  describe("a followed step", () => {
    test("is kept with its words, who and about what", async () => {
      const store = await makeStore();
      const tick = aTick();
      const kept = await store.follow(tick);
      expect(kept).toMatchObject({ ...tick, undone: null });
      expect(await store.list(tick.object)).toEqual([kept]);
      expect(await store.find(tick.id)).toEqual(kept);
      expect(await store.list({ kind: "run", id: tick.object.id })).toEqual([]);
      expect(await store.find(anId())).toBeNull();
    });

    test("ticked by two at once is ticked by one of them, and both see by whom", async () => {
      const store = await makeStore();
      const { object } = aTick();
      const ticks = ["Ada", "Mia", "Dana", "Bo"].map((by) => aTick({ object, by }));
      const kept = await Promise.all(ticks.map((tick) => store.follow(tick)));
      expect(new Set(kept.map(({ id }) => id)).size).toBe(1);
      expect(await store.list(object)).toEqual([kept[0]]);
    });

    test("about another object, of another runbook or with other words is another one", async () => {
      const store = await makeStore();
      const tick = aTick();
      await store.follow(tick);
      await store.follow(aTick({ object: tick.object, hash: "h2" }));
      await store.follow(aTick({ object: tick.object, slug: "queue" }));
      await store.follow(aTick());
      expect(await store.list(tick.object)).toHaveLength(3);
    });

    test("that was taken back stays as such, can be ticked anew, and is taken back once", async () => {
      const store = await makeStore();
      const tick = aTick();
      await store.follow(tick);
      expect(await store.unfollow({ id: tick.id, by: "Mia" })).toMatchObject({ undone: { by: "Mia" } });
      expect(await store.unfollow({ id: tick.id, by: "Bo" })).toBeNull();
      const again = aTick({ object: tick.object });
      expect(await store.follow(again)).toMatchObject({ id: again.id, undone: null });
      expect((await store.list(tick.object)).map(({ undone }) => undone?.by ?? null).sort()).toEqual(["Mia", null]);
      expect(await store.follow(tick)).toMatchObject({ id: tick.id, undone: { by: "Mia" } });
    });

    test("counts its runbook as used about each object once, unless it was taken back", async () => {
      const store = await makeStore();
      const tick = aTick();
      await store.follow(tick);
      await store.follow(aTick({ object: tick.object, hash: "h2" }));
      const last = await store.follow(aTick());
      const other = aTick({ slug: "queue" });
      await store.follow(other);
      await store.unfollow({ id: other.id, by: "Mia" });
      expect(await store.uses()).toEqual([{ slug: "crm", objects: 2, lastAt: last.at }]);
    });
  });
}
