import { describe, expect, it } from "vitest";
import { aRun, monday } from "@/lib/testing/factories";
import { gapText, type WorkerState, workerGap, workerSilentMs } from "./worker";

const now = monday + 60_000;
const aWorker = (version: number, over: Partial<WorkerState> = {}): WorkerState => ({
  id: `w${version}`,
  name: "worker-a",
  host: "host-1",
  pid: 1,
  workflows: [{ name: "support-ticket", version }],
  destinations: [],
  shapes: [],
  startedAt: monday,
  seenAt: now,
  endedAt: null,
  ...over,
});
const queued = aRun({ state: "queued", cause: null, workflowVersion: 3 });

describe("a run that waits for a worker", () => {
  it.each([
    ["one that has its version is there", [aWorker(3)], null],
    ["one that has a newer version is there", [aWorker(4)], null],
    ["a silent one and one that answers are there", [aWorker(3, { seenAt: monday }), aWorker(3)], null],
    ["one was seen just now", [aWorker(3, { seenAt: now - workerSilentMs })], null],
    ["none was ever there", [], { since: monday, lastSeenAt: null }],
    ["only older ones are there", [aWorker(2)], { since: monday, lastSeenAt: null }],
    [
      "only those of other workflows are there",
      [aWorker(3, { workflows: [{ name: "refund", version: 9 }] })],
      { since: monday, lastSeenAt: null },
    ],
    [
      "one fell silent",
      [aWorker(3, { seenAt: monday + 5_000 })],
      { since: monday + 5_000, lastSeenAt: monday + 5_000 },
    ],
    ["one signed off", [aWorker(3, { endedAt: now })], { since: now, lastSeenAt: now }],
  ])("has a gap or none, when %s", (_, workers, gap) => {
    expect(workerGap(queued, workers, now)).toEqual(
      gap === null ? null : { workflow: "support-ticket", version: 3, ...gap },
    );
  });

  it.each([
    ["running", null, false],
    ["needs_person", null, false],
    ["blocked", null, false],
    ["interrupted", null, false],
    ["succeeded", null, false],
    ["waiting", now + 1, false],
    ["waiting", now, true],
    ["waiting", null, false],
    ["queued", null, true],
  ] as const)("%s (due %s) lacks a worker: %s", (state, wakeAt, lacks) => {
    expect(workerGap({ ...queued, state, wakeAt }, [], now) !== null).toBe(lacks);
  });

  it("says which version it needs", () => {
    expect(gapText({ workflow: "support-ticket", version: 3 })).toBe(
      "No compatible worker: none that has support-ticket v3 or newer is there.",
    );
  });
});
