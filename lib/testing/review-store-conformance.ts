/** What every keeper of reviews guarantees. */

import { describe, expect, test } from "vitest";
import type { ReviewContent } from "@/lib/review/review";
import type { ReviewStore } from "@/lib/review/review-store";
import { anId, monday } from "./factories";

export type ReviewStoreWorld = { store: ReviewStore; setNow(at: number): Promise<void> };

const week = "2026-W09";
// What a store keeps, it does not read: any JSON will do.
const aSnapshot = (paragraph: string) =>
  ({ week, paragraph: `${paragraph}\u0000`, figures: [] }) as unknown as ReviewContent;

export const aDecisionAsk = (over: Partial<Parameters<ReviewStore["addDecision"]>[0]> = {}) => ({
  id: anId(),
  week,
  what: "Give the queue a key\u0000",
  owner: "Dana",
  due: "2026-03-06",
  reduces: "duplicate_action" as const,
  decidedBy: "Lea",
  ...over,
});

export function reviewStoreConformance(makeWorld: () => Promise<ReviewStoreWorld>): void {
  describe("the review of a week", () => {
    test("is made once, however many processes make it", async () => {
      const { store } = await makeWorld();
      const opened = await Promise.all(Array.from({ length: 8 }, () => store.open({ id: anId(), week })));
      expect(opened.filter(({ made }) => made)).toHaveLength(1);
      expect(new Set(opened.map(({ review }) => review.id)).size).toBe(1);
      const [review] = await store.listVersions(week);
      expect(review).toEqual({
        ...{ id: opened[0]!.review.id, week, version: 1, state: "draft", revision: 1, paragraph: null },
        ...{ paragraphBy: null, note: null, createdAt: monday, frozenAt: null, frozenBy: null },
      });
      expect(await store.listVersions("2026-W10")).toEqual([]);
    });

    test("takes a paragraph only from somebody who saw the newest draft", async () => {
      const { store } = await makeWorld();
      await store.open({ id: anId(), week });
      const seen = { week, version: 1, revision: 1 };
      const wrote = await Promise.all([
        store.setParagraph({ ...seen, click: anId(), paragraph: "One.\u0000", by: "Lea" }),
        store.setParagraph({ ...seen, click: anId(), paragraph: "Two.", by: "Ada" }),
      ]);
      expect(wrote.filter(Boolean)).toHaveLength(1);
      const [review] = await store.listVersions(week);
      expect([
        ["One.\u0000", "Lea"],
        ["Two.", "Ada"],
      ]).toContainEqual([review?.paragraph, review?.paragraphBy]);
      expect(await store.setParagraph({ ...seen, click: anId(), revision: 2, paragraph: null, by: "Ada" })).toBe(true);
      expect(await store.listVersions(week)).toMatchObject([{ paragraph: null, paragraphBy: null, revision: 3 }]);
    });

    test("is changed by a click once, however often its answer is lost and whatever came after it", async () => {
      const { store } = await makeWorld();
      await store.open({ id: anId(), week });
      const [wrote, dropped, froze, amended] = [anId(), anId(), anId(), anId()];
      const write = () => store.setParagraph({ ...first, click: wrote, revision: 1, paragraph: "One.", by: "Lea" });
      const freeze = () => store.freeze({ ...first, click: froze, revision: 5, snapshot: aSnapshot("Lea"), by: "Lea" });
      const first = { week, version: 1 };
      expect([await write(), await write()]).toEqual([true, true]);
      await store.setParagraph({ ...first, click: anId(), revision: 2, paragraph: "Two.", by: "Ada" });
      expect(await write()).toBe(true);
      const decision = aDecisionAsk();
      await store.addDecision(decision);
      const drop = () => store.dropDecision({ id: decision.id, week, click: dropped });
      expect([await drop(), await drop()]).toEqual([true, true]);
      expect(await store.listVersions(week)).toMatchObject([{ paragraph: "Two.", revision: 5 }]);
      expect([await freeze(), await freeze(), await write(), await drop()]).toEqual([true, true, true, true]);
      const amend = () => store.amend({ id: amended, week, version: 1, note: "More was found." });
      expect([await amend(), await amend()]).toEqual([true, true]);
      expect(await store.listVersions(week)).toMatchObject([{ version: 2 }, { version: 1, paragraph: "Two." }]);
    });

    test("once frozen is what it was, whoever tries to change it", async () => {
      const { store, setNow } = await makeWorld();
      await store.open({ id: anId(), week });
      await setNow(monday + 1_000);
      const seen = { week, version: 1, revision: 1 };
      const froze = await Promise.all(
        ["Lea", "Ada"].map((by) => store.freeze({ ...seen, click: anId(), snapshot: aSnapshot(by), by })),
      );
      expect(froze.filter(Boolean)).toHaveLength(1);
      const [review] = await store.listVersions(week);
      expect(review).toMatchObject({ state: "frozen", frozenAt: monday + 1_000, version: 1 });
      expect(await store.readSnapshot(week, 1)).toEqual(aSnapshot(review?.frozenBy ?? ""));
      expect(await store.setParagraph({ ...seen, click: anId(), paragraph: "Later.", by: "Lea" })).toBe(false);
      expect(await store.freeze({ ...seen, click: anId(), snapshot: aSnapshot("Later"), by: "Lea" })).toBe(false);
      expect(await store.addDecision(aDecisionAsk())).toEqual({ added: false, why: "review_frozen" });
      expect(await store.open({ id: anId(), week })).toEqual({ review, made: false });
      expect(await store.readSnapshot(week, 1)).toEqual(aSnapshot(review?.frozenBy ?? ""));
    });

    test("is frozen only as it was seen: a decision or a paragraph in between is not overlooked", async () => {
      const { store } = await makeWorld();
      await store.open({ id: anId(), week });
      await store.addDecision(aDecisionAsk());
      const freeze = (revision: number) =>
        store.freeze({ click: anId(), week, version: 1, revision, snapshot: aSnapshot("x"), by: "Lea" });
      expect(await freeze(1)).toBe(false);
      expect(await freeze(2)).toBe(true);
    });

    test("gets a second version from its newest frozen one, once, with a note and the paragraph", async () => {
      const { store } = await makeWorld();
      await store.open({ id: anId(), week });
      const amend = () => store.amend({ id: anId(), week, version: 1, note: "The CRM found two more." });
      expect(await amend()).toBe(false);
      await store.setParagraph({ click: anId(), week, version: 1, revision: 1, paragraph: "One.", by: "Lea" });
      await store.freeze({ click: anId(), week, version: 1, revision: 2, snapshot: aSnapshot("one"), by: "Lea" });
      expect((await Promise.all([amend(), amend(), amend()])).filter(Boolean)).toHaveLength(1);
      expect(await store.listVersions(week)).toMatchObject([
        { version: 2, state: "draft", note: "The CRM found two more.", paragraph: "One.", paragraphBy: "Lea" },
        { version: 1, state: "frozen", note: null },
      ]);
      expect(await store.readSnapshot(week, 2)).toBeNull();
      expect(await store.readSnapshot(week, 1)).toEqual(aSnapshot("one"));
      expect((await store.open({ id: anId(), week })).review.version).toBe(2);
    });

    test("stands in the list of weeks with its newest version, newest week first", async () => {
      const { store } = await makeWorld();
      for (const name of ["2026-W08", "2025-W52", week]) await store.open({ id: anId(), week: name });
      await store.freeze({ click: anId(), week, version: 1, revision: 1, snapshot: aSnapshot("x"), by: "Lea" });
      await store.amend({ id: anId(), week, version: 1, note: "Again." });
      const listed = async (limit: number) => (await store.listWeeks(limit)).map((r) => `${r.week} ${r.version}`);
      expect(await listed(9)).toEqual(["2026-W09 2", "2026-W08 1", "2025-W52 1"]);
      expect(await listed(1)).toEqual(["2026-W09 2"]);
    });
  });

  describe("decisions of a week", () => {
    test("are three at most, also of many people at once, and a repeated click is one", async () => {
      const { store } = await makeWorld();
      expect(await store.addDecision(aDecisionAsk())).toEqual({ added: false, why: "review_not_found" });
      await store.open({ id: anId(), week });
      const asked = Array.from({ length: 6 }, () => aDecisionAsk());
      const answers = await Promise.all(asked.map((ask) => store.addDecision(ask)));
      expect(answers.filter(({ added }) => added)).toHaveLength(3);
      expect(answers.filter((answer) => !answer.added && answer.why === "decisions_full")).toHaveLength(3);
      const kept = await store.listDecisions({ from: week, to: week });
      expect(kept).toHaveLength(3);
      const again = asked.find(({ id }) => id === kept[0]!.id)!;
      expect(await store.addDecision(again)).toEqual({ added: true, decision: kept[0] });
      expect(kept[0]).toEqual({ ...again, decidedAt: monday, doneBy: null, doneAt: null });
    });

    test("give their place back when they are dropped, until the review is frozen", async () => {
      const { store } = await makeWorld();
      await store.open({ id: anId(), week });
      const asked = [aDecisionAsk(), aDecisionAsk(), aDecisionAsk()];
      for (const ask of asked) await store.addDecision(ask);
      expect(await store.dropDecision({ id: asked[1]!.id, week, click: anId() })).toBe(true);
      expect(await store.dropDecision({ id: asked[1]!.id, week, click: anId() })).toBe(false);
      expect((await store.addDecision(aDecisionAsk())).added).toBe(true);
      await store.freeze({ click: anId(), week, version: 1, revision: 6, snapshot: aSnapshot("x"), by: "Lea" });
      expect(await store.dropDecision({ id: asked[0]!.id, week, click: anId() })).toBe(false);
      expect(await store.findDecision(asked[0]!.id)).toMatchObject({ week });
      expect(await store.findDecision(anId())).toBeNull();
    });

    test("are done, and undone, by somebody at some time, also after the freeze", async () => {
      const { store, setNow } = await makeWorld();
      await store.open({ id: anId(), week });
      const { id } = aDecisionAsk();
      await store.addDecision(aDecisionAsk({ id }));
      await store.freeze({ click: anId(), week, version: 1, revision: 2, snapshot: aSnapshot("x"), by: "Lea" });
      await setNow(monday + 1_000);
      const marked = await Promise.all(["Lea", "Ada"].map((by) => store.markDecision({ id, done: true, by })));
      expect(marked.filter(Boolean)).toHaveLength(1);
      expect(await store.findDecision(id)).toMatchObject({ doneAt: monday + 1_000 });
      expect(await store.markDecision({ id, done: false, by: "Ada" })).toBe(true);
      expect(await store.findDecision(id)).toMatchObject({ doneAt: null, doneBy: null });
      expect(await store.markDecision({ id: anId(), done: true, by: "Ada" })).toBe(false);
    });

    test("are listed by weeks, oldest first", async () => {
      const { store, setNow } = await makeWorld();
      const made: string[] = [];
      for (const [i, name] of ["2026-W09", "2025-W52", "2026-W08", "2026-W08"].entries()) {
        await setNow(monday + i);
        await store.open({ id: anId(), week: name });
        const ask = aDecisionAsk({ week: name });
        await store.addDecision(ask);
        made.push(ask.id);
      }
      const listed = async (from: string, to: string) => (await store.listDecisions({ from, to })).map(({ id }) => id);
      expect(await listed("2025-W01", "2026-W08")).toEqual([made[1], made[2], made[3]]);
      expect(await listed("2026-W09", "2026-W10")).toEqual([made[0]]);
    });
  });
}
