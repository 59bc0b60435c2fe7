/** What every keeper of people's decisions about stopped runs guarantees. */

import { describe, expect, test } from "vitest";
import type { StopDecisionStore } from "@/lib/engine/stop-decision-store";
import type { StopDecision } from "@/lib/progress/dealt-with";
import { anId } from "./factories";

const aDecision = (over: Partial<Omit<StopDecision, "at">> = {}): Omit<StopDecision, "at"> => ({
  id: anId(),
  runId: anId(),
  execution: 1,
  number: 1,
  as: "accepted",
  supersededBy: null,
  by: "Ada\u0000",
  role: "operator",
  reason: "Written\u0000 off.",
  ...over,
});

export function stopDecisionStoreConformance(makeStore: () => Promise<StopDecisionStore>): void {
  describe("a decision about a stopped run", () => {
    test("is kept with who and why, the newest first", async () => {
      const store = await makeStore();
      const first = aDecision();
      const second = aDecision({ runId: first.runId, number: 2, as: "superseded", supersededBy: anId() });
      expect(await store.record(first)).toMatchObject(first);
      expect(await store.record(second)).toMatchObject(second);
      await store.record(aDecision());
      expect(await store.list(first.runId)).toMatchObject([second, first]);
    });

    test("made twice with one click is one, and of two made at once one wins", async () => {
      const store = await makeStore();
      const click = aDecision();
      const [one, again] = [await store.record(click), await store.record({ ...click, reason: "other" })];
      expect(again).toEqual(one);
      const runId = anId();
      const tries = Array.from({ length: 8 }, () => store.record(aDecision({ runId })));
      expect((await Promise.all(tries)).filter((made) => made !== null)).toHaveLength(1);
    });

    test("stands until the next one about the same run", async () => {
      const store = await makeStore();
      const [accepted, reopened, again] = [anId(), anId(), anId()];
      await store.record(aDecision({ runId: accepted, execution: 3 }));
      await store.record(aDecision({ runId: reopened }));
      await store.record(aDecision({ runId: reopened, number: 2, as: "reopened" }));
      for (const [at, as] of (["accepted", "reopened", "accepted"] as const).entries()) {
        await store.record(aDecision({ runId: again, number: at + 1, as, execution: at + 1 }));
      }
      const marks = await store.marks();
      const byRun = (a: { runId: string }, b: { runId: string }) => (a.runId < b.runId ? -1 : 1);
      expect(marks.settled.sort(byRun)).toEqual(
        [
          { runId: accepted, execution: 3 },
          { runId: again, execution: 3 },
        ].sort(byRun),
      );
      expect(marks.reopened).toEqual([{ runId: reopened, execution: 1 }]);
      await store.remove(accepted);
      expect(await store.list(accepted)).toEqual([]);
      expect((await store.marks()).settled).toEqual([{ runId: again, execution: 3 }]);
    });
  });
}
