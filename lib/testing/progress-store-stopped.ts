import { expect, test } from "vitest";
import type { StopMark, StopMarks } from "@/lib/progress/dealt-with";
import type { Run, RunCause } from "@/lib/progress/run";
import type { NewRun, ProgressStore, ProgressWrite } from "@/lib/progress/store";
import { anId, monday } from "./factories";
import { aClaimedRun, aResume, aWorker, finish, type MakeProgressWorld, mustRecord, second } from "./progress-world";

const nobody: StopMarks = { settled: [], reopened: [] };

const fail: ProgressWrite = {
  end: { kind: "failed", error: { name: "Error", message: "Broken." }, text: "Broken." },
};
const blockFor = (cause: RunCause): ProgressWrite => ({
  end: { kind: "blocked", cause, text: "It cannot go on.", actionIds: [] },
});

/** Which runs stopped for good and are not dealt with: the list and its count are one. */
export function stoppedGuarantees(makeWorld: MakeProgressWorld): void {
  async function aWorldOfStops() {
    const { store, setNow } = await makeWorld();
    let at = monday;
    async function ended(write: ProgressWrite, over: Partial<NewRun> = {}): Promise<Run> {
      at += second;
      await setNow(at);
      const worker = aWorker({ workflows: [{ name: over.workflow ?? "support-ticket", version: 1 }] });
      const { lease } = await aClaimedRun(store, over, worker);
      at += second;
      await setNow(at);
      await mustRecord(store, lease, write);
      return (await store.findRun(lease.runId))!;
    }
    return { store, ended };
  }
  const open = async (store: ProgressStore, marks: StopMarks = nobody) => {
    const { rows } = await store.listRuns({ open: { marks, only: true }, pageSize: 50 });
    expect((await store.countStopped(marks)).open).toBe(rows.length);
    return rows.map(({ id }) => id);
  };
  const mark = (run: Run): StopMark => ({ runId: run.id, execution: run.executionCount });

  test("failed runs and those that only a person moves are open; what ends by itself and what went well is not", async () => {
    const { store, ended } = await aWorldOfStops();
    const failed = await ended(fail, { subject: "T-1" });
    const changed = await ended(blockFor("code_changed"), { subject: "T-2" });
    await ended(blockFor("outcome_unknown"), { subject: "T-3" });
    await ended(finish, { subject: "T-4" });
    expect(await open(store)).toEqual([changed.id, failed.id]);
    expect(await store.countStopped(nobody)).toEqual({ interrupted: 0, blocked: 2, failed: 1, open: 2 });
  });

  test("a later success for the same subject in the same workflow, or with the same logical id, deals with one", async () => {
    const { store, ended } = await aWorldOfStops();
    const before = await ended(finish, { subject: "T-1" });
    const failed = await ended(fail, { subject: "T-1" });
    const named = await ended(fail, { subject: null, logicalRunId: "event 7" });
    expect(await store.findSuccessor(failed.id)).toBeNull();
    expect(await open(store)).toEqual([named.id, failed.id]);
    await ended(finish, { subject: "T-1", workflow: "refund" });
    await ended(finish, { subject: null });
    expect(await open(store)).toEqual([named.id, failed.id]);
    const later = await ended(finish, { subject: "T-1" });
    await ended(finish, { subject: "T-1" });
    const same = await ended(finish, { subject: null, workflow: "refund", logicalRunId: "event 7" });
    expect(await open(store)).toEqual([]);
    expect(await store.findSuccessor(failed.id)).toEqual({
      id: later.id,
      workflow: "support-ticket",
      subject: "T-1",
      logicalRunId: later.logicalRunId,
      createdAt: later.createdAt,
      endedAt: later.endedAt,
    });
    expect(await store.findSuccessor(named.id)).toMatchObject({ id: same.id });
    expect(await store.findSuccessor(before.id)).toBeNull();
    expect(await store.findSuccessor(anId())).toBeNull();
  });

  test("a mark settles the stop it was made about, and no later one", async () => {
    const { store, ended } = await aWorldOfStops();
    const failed = await ended(fail, { subject: "T-1" });
    const other = await ended(blockFor("quarantined"), { subject: "T-2" });
    expect(await open(store, { settled: [mark(failed)], reopened: [] })).toEqual([other.id]);
    const older = { ...mark(failed), execution: failed.executionCount - 1 };
    expect(await open(store, { settled: [older], reopened: [] })).toEqual([other.id, failed.id]);
    await store.resume(
      aResume({ run: failed, lease: { runId: failed.id, executionId: anId(), token: failed.token } }, 0),
    );
    expect(await open(store)).toEqual([other.id]);
  });

  test("a reopened run is open although another succeeded later", async () => {
    const { store, ended } = await aWorldOfStops();
    const failed = await ended(fail, { subject: "T-1" });
    await ended(finish, { subject: "T-1" });
    expect(await open(store)).toEqual([]);
    expect(await open(store, { settled: [], reopened: [mark(failed)] })).toEqual([failed.id]);
  });

  test("the list of all that needs somebody leaves out what is dealt with, and nothing else", async () => {
    const { store, ended } = await aWorldOfStops();
    const failed = await ended(fail, { subject: "T-1" });
    const unknown = await ended(blockFor("outcome_unknown"), { subject: "T-2" });
    const done = await ended(finish, { subject: "T-3" });
    const marks = { settled: [mark(failed), mark(unknown)], reopened: [] };
    const { rows } = await store.listRuns({ open: { marks, only: false }, pageSize: 50 });
    expect(rows.map(({ id }) => id)).toEqual([done.id, unknown.id]);
    expect(await store.countStopped(marks)).toEqual({ interrupted: 0, blocked: 1, failed: 0, open: 0 });
  });
}
