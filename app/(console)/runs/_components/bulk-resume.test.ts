import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/client/api";
import { type BulkItem, type BulkOutcome, bulkMissing, bulkSummary, resumeOneByOne } from "./bulk-resume";

const items: BulkItem[] = ["a", "b", "c"].map((runId) => ({
  runId,
  from: 1,
  token: `t-${runId}`,
  nonce: `n-${runId}`,
}));

/** Answers by run; records what was sent and what was reported. */
function aRound(
  answers: Record<string, () => Promise<{ executionNumber: number }>>,
  stopAfter = Number.POSITIVE_INFINITY,
) {
  const sent: string[] = [];
  const outcomes = new Map<string, BulkOutcome>(items.map(({ runId }) => [runId, { kind: "waiting" }]));
  let underWay = 0;
  const steps = {
    async resume({ runId, nonce }: BulkItem) {
      underWay += 1;
      expect(underWay).toBe(1);
      sent.push(nonce);
      await Promise.resolve();
      underWay -= 1;
      return (answers[runId] ?? (async () => ({ executionNumber: 2 })))();
    },
    goesOn: () => sent.length < stopAfter,
    report: (runId: string, outcome: BulkOutcome) => outcomes.set(runId, outcome),
  };
  return { sent, outcomes, steps };
}

const refuse = async () => {
  throw new ApiError("stale_plan", "Something changed since this plan was made.", "r1", 409);
};
const noAnswer = async () => {
  throw new ApiError("unreachable", "The console's server does not answer.", null, 0);
};

describe("resuming many runs", () => {
  it("goes one by one, and a refusal is that run's answer alone", async () => {
    const { sent, outcomes, steps } = aRound({ b: refuse });
    await resumeOneByOne(items, steps);
    expect(sent).toEqual(["n-a", "n-b", "n-c"]);
    expect([...outcomes.values()].map(({ kind }) => kind)).toEqual(["resumed", "refused", "resumed"]);
    expect(outcomes.get("b")).toMatchObject({ why: expect.stringContaining("Something changed") });
  });

  it("says of a run that somebody else resumed meanwhile that they did, and counts it apart", async () => {
    const message = "Ada resumed it already, on 2026-12-01 03:00:00 UTC. Nothing happened twice.";
    const overtake = async () => {
      throw new ApiError("already_resumed", message, "r1", 409);
    };
    const { outcomes, steps } = aRound({ b: overtake, c: refuse });
    await resumeOneByOne(items, steps);
    expect(outcomes.get("b")).toEqual({ kind: "overtaken", why: message });
    expect(bulkSummary([...outcomes.values()])).toBe("1 resumed, 1 resumed by somebody else, 1 refused.");
  });

  it("stops in between when asked to, and leaves the rest untouched", async () => {
    const { sent, outcomes, steps } = aRound({}, 1);
    await resumeOneByOne(items, steps);
    expect(sent).toEqual(["n-a"]);
    expect([...outcomes.values()].map(({ kind }) => kind)).toEqual(["resumed", "waiting", "waiting"]);
  });

  it("stops where no answer came, and going on sends the same click again", async () => {
    const { sent, outcomes, steps } = aRound({ b: noAnswer });
    await resumeOneByOne(items, steps);
    expect(outcomes.get("b")?.kind).toBe("unanswered");
    expect(outcomes.get("c")?.kind).toBe("waiting");
    const left = items.filter(({ runId }) => outcomes.get(runId)?.kind !== "resumed");
    const next = aRound({});
    await resumeOneByOne(left, next.steps);
    expect(sent.at(-1)).toBe(next.sent[0]);
  });
});

describe("the button", () => {
  it.each([
    [0, "a deploy", "", "Choose at least one run."],
    [3, " a ", "", "Say in a few words why."],
    [10, "a deploy", "", null],
    [11, "a deploy", "", "Type 11 to confirm that many runs."],
    [11, "a deploy", "10", "Type 11 to confirm that many runs."],
    [11, "a deploy", " 11 ", null],
  ])("for %i runs, the reason %j and %j typed: %s", (chosen, reason, typed, why) => {
    expect(bulkMissing(chosen, reason, typed)).toBe(why);
  });
});

it("says what came of each", () => {
  const outcomes: BulkOutcome[] = [
    { kind: "resumed", executionNumber: 2 },
    { kind: "refused", why: "x" },
    { kind: "waiting" },
    { kind: "waiting" },
  ];
  expect(bulkSummary(outcomes)).toBe("1 resumed, 1 refused, 2 not tried.");
  expect(bulkSummary([{ kind: "waiting" }])).toBe("0 resumed, 1 not tried.");
});
