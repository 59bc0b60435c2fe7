import { describe, expect, it } from "vitest";
import { aCheckpoint, aRun, aStep, monday } from "@/lib/testing/factories";
import { type CheckpointFit, canOpen, fitUpTo, judgeCheckpoints, latestOpenable } from "./checkpoint-fit";
import type { WorkerShape, WorkerState } from "./worker";

const run = aRun();
const history = aCheckpoint(aStep(run, { name: "history" }), 1, { schemaVersion: 2 });
const reads = (schemaVersion: number, ...migratesFrom: number[]): WorkerShape => ({
  workflow: run.workflow,
  step: "history",
  schemaVersion,
  migratesFrom,
});
const aWorker = (shapes: WorkerShape[], over: Partial<WorkerState> & { version?: number } = {}): WorkerState => ({
  id: "w",
  name: "worker-a",
  host: "host-1",
  pid: 1,
  workflows: [{ name: run.workflow, version: over.version ?? 1 }],
  destinations: [],
  shapes,
  startedAt: monday,
  seenAt: monday,
  endedAt: null,
  ...over,
});
const judged = (workers: WorkerState[], damaged: number[] = [], checkpoint = history) =>
  judgeCheckpoints(run, [checkpoint], { workers, damaged, now: monday })[0];

describe("a checkpoint, before anybody resumes", () => {
  it.each([
    ["valid for a worker that reads its version", [aWorker([reads(2)])], "valid", null],
    [
      "valid for a worker that migrates it, and says so",
      [aWorker([reads(3, 2)])],
      "valid",
      "from v2 to v3 when it is opened",
    ],
    ["incompatible without the migration", [aWorker([reads(3)])], "incompatible", "the migration 2 → 3 is missing"],
    ["incompatible for older code", [aWorker([reads(1)])], "incompatible", "newer than the history v1"],
    ["not known without a worker", [], "not_known", "until a worker that has its code is there"],
    [
      "not known until a worker met its like",
      [aWorker([])],
      "not_known",
      "until a worker with support-ticket v1 opens it",
    ],
    ["not judged by silent workers", [aWorker([reads(2)], { seenAt: monday - 60_000 })], "not_known", "until a worker"],
    [
      "not judged by workers that signed off",
      [aWorker([reads(2)], { endedAt: monday })],
      "not_known",
      "until a worker",
    ],
    [
      "not judged by what a step of another workflow is",
      [aWorker([{ ...reads(1), workflow: "refund" }])],
      "not_known",
      "opens it",
    ],
    ["judged by all workers of one version together", [aWorker([]), aWorker([reads(2)], { id: "w2" })], "valid", null],
    [
      "judged by the worker that started last",
      [aWorker([reads(1)]), aWorker([reads(2)], { startedAt: monday + 1 })],
      "valid",
      null,
    ],
    [
      "incompatible while one of two versions would refuse it, which is named",
      [aWorker([reads(2)]), aWorker([reads(3)], { version: 2 })],
      "incompatible",
      "Said by workers with support-ticket v2.",
    ],
    [
      "not known while one of two versions has not met it",
      [aWorker([reads(2)]), aWorker([], { version: 2 })],
      "not_known",
      "v2 opens it",
    ],
  ] as const)("is %s", (_, workers, fit, says) => {
    const found = judged([...workers]);
    expect(found?.fit).toBe(fit);
    if (says === null) expect(found?.text).toBeNull();
    else expect(found?.text).toContain(says);
  });

  it("is unreadable when its content is not what was kept, whatever workers read", () => {
    expect(judged([aWorker([reads(2)])], [1])).toMatchObject({
      fit: "corrupt",
      text: expect.stringContaining("unreadable"),
    });
  });

  it("of an action or a caught failure is the SDK's own, and valid", () => {
    const note = aCheckpoint(aStep(run, { name: "crm.note" }), 1, { schemaName: "reprise.action" });
    expect(judged([], [], note)).toMatchObject({ fit: "valid" });
  });

  it("that a resume made void is not judged", () => {
    expect(judged([], [], { ...history, supersededBy: "e" })).toBeUndefined();
  });
});

describe("a state", () => {
  const of = (...fits: CheckpointFit["fit"][]): CheckpointFit[] =>
    fits.map((fit, i) => ({ checkpoint: i + 1, fit, text: null }));

  it.each([
    [of("valid", "valid", "valid"), 3],
    [of("valid", "not_known", "valid"), 3],
    [of("valid", "corrupt", "valid"), 1],
    [of("valid", "valid", "incompatible"), 2],
    [of("corrupt", "valid", "valid"), 0],
    [of(), 0],
  ])("is opened whole: of %o the latest that can be opened is %i", (fits, latest) => {
    expect(
      latestOpenable(
        fits.map(({ checkpoint }) => checkpoint),
        fits,
      ),
    ).toBe(latest);
  });

  it("is as good as the worst of what it holds", () => {
    const fits = of("not_known", "incompatible", "corrupt", "valid");
    expect([0, 1, 2, 3, 4].map((n) => fitUpTo(fits, n)?.fit ?? null)).toEqual([
      null,
      "not_known",
      "incompatible",
      "corrupt",
      "corrupt",
    ]);
    expect([0, 1, 2].map((n) => canOpen(fitUpTo(fits, n)))).toEqual([true, true, false]);
  });
});
