import { describe, expect, test } from "vitest";
import type { ProgressStore } from "@/lib/progress/store";
import { anId, monday } from "./factories";
import {
  aClaimedRun,
  aDecision,
  aDoneStep,
  aResume,
  aWaitingRun,
  aWorker,
  claimNext,
  finish,
  leaseMs,
  type MakeProgressWorld,
  mustRecord,
} from "./progress-world";

/** The end of retention removes what is over, and nothing else. */
export function purgeGuarantees(makeWorld: MakeProgressWorld): void {
  const later = monday + 1_000_000;
  const over = (store: ProgressStore, purged = false) => store.listOver({ before: later, purged, pageSize: 10 });

  /** Three results; it finished, or failed. */
  async function anOverRun(store: ProgressStore, end = finish) {
    const claimed = await aClaimedRun(store);
    for (const [i, name] of ["read", "fetch", "draft"].entries()) {
      await mustRecord(store, claimed.lease, aDoneStep(name, { ordinal: i + 1 }));
    }
    await mustRecord(store, claimed.lease, end);
    return claimed;
  }
  const all = { before: later, limit: 100, dryRun: false };
  const fail = { end: { kind: "failed", error: { name: "Error", message: "no" }, text: "It failed." } } as const;

  describe("the outbox of progress", () => {
    test("loses what was delivered long enough ago, counted before; what was not delivered stays", async () => {
      const { store, setNow } = await makeWorld();
      while ((await store.takeOutbox(99)).length > 0);
      await store.removeDelivered(all);
      const tell = async () => {
        const { run } = await anOverRun(store);
        await store.purgeRun({ runId: run.id, endedAt: run.endedAt ?? monday, checkpoints: [] });
        return (await store.takeOutbox(99)).map(({ id }) => id);
      };
      const [first, second] = [...(await tell()), ...(await tell())];
      await store.outboxDelivered(first ?? "");
      await setNow(monday + 10);
      expect(await store.removeDelivered({ before: monday, limit: 100, dryRun: false })).toBe(0);
      const dry = { before: monday + 1, limit: 100, dryRun: true };
      expect([await store.removeDelivered(dry), await store.removeDelivered(dry)]).toEqual([1, 1]);
      expect(await store.removeDelivered({ ...dry, dryRun: false })).toBe(1);
      await setNow(monday + 60_000);
      expect((await store.takeOutbox(99)).map(({ id }) => id)).toEqual([second]);
      expect(await store.removeDelivered(all)).toBe(0);
    });

    test("loses no more at once than it is asked to", async () => {
      const { store } = await makeWorld();
      while ((await store.takeOutbox(99)).length > 0);
      await store.removeDelivered(all);
      for (let i = 0; i < 3; i++) {
        const { run } = await anOverRun(store);
        await store.purgeRun({ runId: run.id, endedAt: run.endedAt ?? monday, checkpoints: [] });
      }
      for (const { id } of await store.takeOutbox(99)) await store.outboxDelivered(id);
      const two = { ...all, limit: 2 };
      expect([await store.removeDelivered(two), await store.removeDelivered(two)]).toEqual([2, 1]);
    });
  });

  describe("runs that are over", () => {
    test("are listed by their end, the oldest first, page by page; those that are not over are not", async () => {
      const { store, setNow } = await makeWorld();
      const first = await anOverRun(store);
      await setNow(monday + 10);
      const second = await anOverRun(store, fail);
      await aWaitingRun(store);
      const page = await store.listOver({ before: later, purged: false, pageSize: 1 });
      expect(page.rows.map(({ id }) => id)).toEqual([first.run.id]);
      const next = await store.listOver({ before: later, purged: false, pageSize: 1, cursor: page.next ?? "" });
      expect(next).toMatchObject({ rows: [{ id: second.run.id }], next: null });
      expect((await store.listOver({ before: monday + 10, purged: false, pageSize: 9 })).rows).toHaveLength(1);
      expect((await over(store, true)).rows).toEqual([]);
    });

    test("lose the content of the results that are named, keep hash, size and times, and tell the ledger", async () => {
      const { store } = await makeWorld();
      const { run } = await anOverRun(store);
      const before = await store.readRun(run.id);
      while ((await store.takeOutbox(9)).length > 0);
      expect(await store.purgeRun({ runId: run.id, endedAt: monday, checkpoints: [2] })).toBe(true);
      expect((await store.readCheckpoints(run.id, 3)).map(({ body }) => body)).toEqual(['"read"', "", '"draft"']);
      const after = await store.readRun(run.id);
      expect(after?.run.purgedAt).toBe(monday);
      expect(after?.checkpoints.map(({ purgedAt }) => purgedAt)).toEqual([null, monday, null]);
      expect(after?.checkpoints.map(({ hash, bytes }) => [hash, bytes])).toEqual(
        before?.checkpoints.map(({ hash, bytes }) => [hash, bytes]),
      );
      expect(await store.findDamaged(run.id)).toEqual([]);
      expect(await store.takeOutbox(9)).toMatchObject([{ kind: "purge_payloads", body: { runId: run.id } }]);
      expect((await over(store)).rows).toEqual([]);
      expect((await over(store, true)).rows).toMatchObject([{ id: run.id }]);
      expect(await store.purgeRun({ runId: run.id, endedAt: monday, checkpoints: [1] })).toBe(false);
    });

    test("lose what an approver made of a payload, and keep who approved it", async () => {
      const { store } = await makeWorld();
      const { run, validation } = await aWaitingRun(store);
      const [subject] = validation.subjects;
      const edit = { actionId: subject?.actionId ?? "", newActionId: anId(), fingerprint: "f2", payload: '"secret"' };
      await store.decide(aDecision(validation.id, { edits: [edit] }));
      await mustRecord(store, (await claimNext(store))!.lease, finish);
      await store.purgeRun({ runId: run.id, endedAt: monday, checkpoints: [] });
      expect((await store.findValidation(validation.id))?.decision).toMatchObject({
        by: "Mia",
        edits: [{ ...edit, payload: "null" }],
      });
    });

    test("can never run again once their retention ended, and the refusal says so", async () => {
      const { store } = await makeWorld();
      const claimed = await anOverRun(store, fail);
      await store.purgeRun({ runId: claimed.run.id, endedAt: monday, checkpoints: [] });
      expect(await store.resume(aResume(claimed, 0))).toMatchObject({ refused: "run_purged", at: monday });
      expect(await claimNext(store)).toBeNull();
    });

    test("are gone once their record is removed, and only then", async () => {
      const { store } = await makeWorld();
      const { run } = await anOverRun(store);
      expect(await store.removeRun(run.id)).toBe(false);
      await store.purgeRun({ runId: run.id, endedAt: monday, checkpoints: [] });
      expect(await store.removeRun(run.id)).toBe(true);
      expect(await store.removeRun(run.id)).toBe(false);
      expect(await store.readRun(run.id)).toBeNull();
      expect(await store.readCheckpoints(run.id, 3)).toEqual([]);
      expect(await store.countRuns()).toMatchObject({ succeeded: 0 });
    });
  });

  test("what was resumed since it was looked at loses nothing, nor what the newer execution made", async () => {
    const { store, setNow } = await makeWorld();
    const claimed = await anOverRun(store, fail);
    await setNow(monday + 10);
    await store.resume(aResume(claimed, 3));
    expect(await store.purgeRun({ runId: claimed.run.id, endedAt: monday, checkpoints: [1, 2, 3] })).toBe(false);
    const next = await claimNext(store);
    await mustRecord(store, next?.lease ?? claimed.lease, aDoneStep("send", { ordinal: 4 }));
    // The older execution tries to finish it, late.
    expect(await store.record(claimed.lease, finish)).toMatchObject({ refused: "stale_lease" });
    expect(await store.purgeRun({ runId: claimed.run.id, endedAt: monday, checkpoints: [1, 2, 3, 4] })).toBe(false);
    expect((await store.readCheckpoints(claimed.run.id, 4)).map(({ body }) => body)).toEqual([
      '"read"',
      '"fetch"',
      '"draft"',
      '"send"',
    ]);
  });

  test.each(["running", "interrupted", "needs_person"])("a run that is %s is never over", async (state) => {
    const { store, setNow } = await makeWorld();
    const { run } =
      state === "needs_person"
        ? await aWaitingRun(store, { withinMs: 2_000_000 })
        : await aClaimedRun(store, {}, aWorker());
    if (state === "interrupted") {
      await setNow(monday + leaseMs);
      await store.sweep(9);
    }
    await setNow(later);
    expect((await store.findRun(run.id))?.state).toBe(state);
    expect((await over(store)).rows).toEqual([]);
    expect(await store.purgeRun({ runId: run.id, endedAt: monday, checkpoints: [1] })).toBe(false);
    expect(await store.removeRun(run.id)).toBe(false);
  });
}
