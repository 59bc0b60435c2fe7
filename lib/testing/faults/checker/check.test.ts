import { describe, expect, it } from "vitest";
import { checkAtEnd, checkAtRest } from "./check";
import type { Observed } from "./observed";
import { effect, otherPayload, soundWorld } from "./sound-world";

type Plant = (world: Observed) => void;

const run = (world: Observed) => world.runs[0]!;
const action = (world: Observed) => world.actions[0]!;
const attempt = (world: Observed) => world.attempts[0]!;
const execution = (world: Observed, place: number) => world.executions[place]!;
const checkpoint = (world: Observed, place: number) => world.checkpoints[place]!;

const click = { nonce: "n1", runId: "r1", path: "/runs/r1/resume", answer: "200" };

const atAnyTime: [invariant: string, planted: string, plant: Plant][] = [
  ["I1", "an action that was executed twice", (w) => void w.oracle.push({ ...effect, at: 1_250, attempt: 2 })],
  [
    "I1",
    "two effects of one intention under two markers",
    (w) => void w.oracle.push({ ...effect, at: 1_250, marker: "m2" }),
  ],
  ["I2", "an effect without an action", (w) => void w.oracle.push({ ...effect, intent: "s1-r9/refund.create/T-9" })],
  [
    "I2",
    "an effect before its attempt",
    (w) => {
      attempt(w).begunAt = 1_201;
    },
  ],
  [
    "I3",
    "a confirmed action without an effect",
    (w) => {
      w.oracle = [];
    },
  ],
  [
    "I3",
    "a refused action with an effect",
    (w) => {
      action(w).state = "refused";
    },
  ],
  [
    "I4",
    "an effect of an action that counts as planned",
    (w) => {
      action(w).state = "planned";
    },
  ],
  [
    "I5",
    "two open attempts",
    (w) => {
      attempt(w).outcome = null;
      w.attempts.push({ ...attempt(w), id: "t2", number: 2 });
    },
  ],
  [
    "I5",
    "a gap in the numbers of attempts",
    (w) => {
      attempt(w).number = 2;
    },
  ],
  ["I5", "a request under another marker", (w) => void w.oracle.push({ ...effect, event: "arrived", marker: "m2" })],
  ["I5", "a request under another key", (w) => void w.oracle.push({ ...effect, event: "arrived", key: "k2" })],
  ["I5", "two actions for one intention", (w) => void w.actions.push({ ...action(w), id: "a2" })],
  [
    "I6",
    "a token that does not rise",
    (w) => {
      execution(w, 1).token = 1;
    },
  ],
  [
    "I6",
    "two live executions",
    (w) => {
      for (const one of w.executions) one.state = "alive";
    },
  ],
  [
    "I6",
    "an execution that began under another's lease",
    (w) => {
      execution(w, 1).startedAt = 2_400;
    },
  ],
  [
    "I6",
    "a lease that is behind its executions",
    (w) => {
      w.leases[0]!.token = 1;
    },
  ],
  [
    "I6",
    "a checkpoint of an old token after a new claim",
    (w) => {
      checkpoint(w, 1).executionId = "e1";
    },
  ],
  [
    "I6",
    "a checkpoint from after its execution had ended",
    (w) => {
      checkpoint(w, 1).createdAt = 2_901;
    },
  ],
  [
    "I6",
    "an end that was accepted from an execution that had lost its lease",
    (w) =>
      void w.workers.push({
        at: 2_950,
        worker: "w1",
        event: "recorded",
        runId: "r1",
        executionId: "e1",
        token: 1,
        checkpointIds: [],
        end: "finished",
      }),
  ],
  [
    "I6",
    "a write with a time from before its lock",
    (w) => {
      checkpoint(w, 0).createdAt = 1_500;
    },
  ],
  [
    "I7",
    "an acknowledged checkpoint that is gone",
    (w) => {
      w.checkpoints = [{ ...checkpoint(w, 1), number: 1 }];
    },
  ],
  [
    "I7",
    "a gap in the numbers of checkpoints",
    (w) => {
      checkpoint(w, 1).number = 3;
    },
  ],
  [
    "I8",
    "a finished step that began again",
    (w) =>
      void w.workers.push({
        at: 2_650,
        worker: "w2",
        event: "body",
        runId: "r1",
        executionId: "e2",
        token: 2,
        step: "prepare",
      }),
  ],
  [
    "I9",
    "a checkpoint on an action that nobody knows about",
    (w) => {
      action(w).state = "unknown";
    },
  ],
  [
    "I9",
    "a checkpoint from before its action was settled",
    (w) => {
      action(w).settledAt = 2_800;
    },
  ],
  ["I10", "a validation that was decided twice", (w) => void w.decisions.push({ ...w.decisions[0]!, id: "d2" })],
  [
    "I10",
    "an effect with a payload that was not approved",
    (w) => {
      w.oracle = w.oracle.map((line) => ({ ...line, payload: otherPayload }));
    },
  ],
  [
    "I10",
    "a run that was resumed more often than anybody pressed",
    (w) => {
      execution(w, 1).kind = "resume";
    },
  ],
  ["I10", "a click that was never kept", (w) => void w.clicks.push(click)],
  [
    "I10",
    "a click that was answered as another person's when it was pressed again",
    (w) => {
      w.clicks.push({ ...click, answer: "409 already_resumed" });
      w.commands.push({ id: click.nonce, kind: "resume", objectId: "r1", state: "applied" });
    },
  ],
  [
    "I10",
    "a click that was answered and is not kept as done",
    (w) => {
      w.clicks.push(click);
      w.commands.push({ id: click.nonce, kind: "resume", objectId: "r1", state: "accepted" });
    },
  ],
  [
    "I11",
    "a silent attempt that became not sent",
    (w) => {
      Object.assign(attempt(w), { outcome: "not_sent", closedBy: "fence" });
      w.evidence = [];
    },
  ],
  [
    "I11",
    "an attempt that was settled by nobody",
    (w) => Object.assign(attempt(w), { outcome: "unknown", resolution: "happened" }),
  ],
  [
    "I11",
    "an attempt after an unknown one at a destination that does not deduplicate",
    (w) => {
      attempt(w).outcome = "unknown";
      w.attempts.push({ ...attempt(w), id: "t2", number: 2, outcome: "confirmed" });
    },
  ],
  [
    "I12",
    "an ask with another payload that was let through",
    (w) => {
      for (const line of w.workers) if (line.event === "begin") line.payload = otherPayload;
    },
  ],
  [
    "I12",
    "a kept payload that is not the one of its fingerprint",
    (w) => {
      action(w).payload = JSON.stringify(otherPayload);
    },
  ],
  [
    "I12",
    "one intention sent with two payloads",
    (w) => void w.oracle.push({ ...effect, event: "arrived", payload: otherPayload }),
  ],
  [
    "I13",
    "a run that the list leaves out",
    (w) => {
      w.listed = [];
    },
  ],
  [
    "I13",
    "a run that is listed twice",
    (w) => {
      w.listed = ["r1", "r1"];
    },
  ],
  [
    "I16",
    "a SAFE that had been executed",
    (w) => {
      w.presses[0]!.verdict = "safe";
    },
  ],
  [
    "I16",
    "a NOT NEEDED that had not been executed",
    (w) => {
      w.presses[0]!.at = 1_150;
    },
  ],
  [
    "I16",
    "a press after which it was executed twice",
    (w) => {
      w.presses[0]!.verdict = "verify_first";
      w.oracle.push({ ...effect, at: 2_100 });
    },
  ],
  [
    "I16",
    "contradictory evidence",
    (w) => {
      w.presses[0]!.verdict = "incident";
    },
  ],
];

const stuck = (state: string, rest: Partial<Observed["runs"][number]> = {}): Plant => {
  return (w) => Object.assign(run(w), { state, ...rest });
};

const atRest: [planted: string, plant: Plant][] = [
  [
    "a run with a dead lease",
    (w) => {
      stuck("running")(w);
      w.leases[0]!.expiresAt = 1_000;
    },
  ],
  ["a running run without a lease", stuck("running")],
  ["a queued run that nobody claims", stuck("queued", { readyAt: 1_000 })],
  ["a waiting run that nothing wakes", stuck("waiting", { cause: "retry" })],
  ["a run that waits for a person without a question", stuck("needs_person", { cause: "validation" })],
  ["a blocked run that no action would wake", stuck("blocked", { cause: "outcome_unknown" })],
  ["a blocked run without a cause", stuck("blocked")],
  ["an interrupted run without a cause", stuck("interrupted")],
];

const atEnd: [invariant: string, planted: string, plant: Plant][] = [
  ["I15", "a session that is left", (w) => Object.assign(w.left!, { sessions: 1 })],
  ["I15", "a lease that is left", (w) => Object.assign(w.left!, { heldLeases: 1 })],
  ["I15", "a lock that is left", (w) => Object.assign(w.left!, { advisoryLocks: 1 })],
  ["I16", "a run that never ended", stuck("blocked", { cause: "outcome_unknown", waitsForActions: ["a1"] })],
  ["I16", "a run that failed without a reason of its own", stuck("failed", { error: "TypeError" })],
];

const named = (found: { invariant: string }[]) => [...new Set(found.map(({ invariant }) => invariant))];

describe("the checker", () => {
  it("finds nothing in a world in which nothing is wrong", () => {
    expect(checkAtRest(soundWorld())).toEqual([]);
    expect(checkAtEnd(soundWorld())).toEqual([]);
  });

  it.each(atAnyTime)("%s sees %s", (invariant, _, plant) => {
    const world = soundWorld();
    plant(world);
    expect(named(checkAtRest(world))).toContain(invariant);
    expect(named(checkAtEnd(world))).toContain(invariant);
  });

  it.each(atRest)("I14 sees %s", (_, plant) => {
    const world = soundWorld();
    plant(world);
    expect(named(checkAtRest(world))).toContain("I14");
  });

  it.each(atEnd)("%s sees %s", (invariant, _, plant) => {
    const world = soundWorld();
    plant(world);
    expect(named(checkAtEnd(world))).toContain(invariant);
  });
});
