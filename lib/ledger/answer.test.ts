import { describe, expect, test } from "vitest";
import { aCrm, anAction, anAttempt, monday } from "@/lib/testing/factories";
import { aGateway, hour } from "@/lib/testing/ledger-world";
import type { Action, Attempt } from "./action";
import { type BeginDecision, type BeginFacts, decideBegin } from "./answer";

const now = monday + 1_000;

function facts(
  over: Partial<Action>,
  attempts: readonly Partial<Attempt>[] = [],
  more: Partial<BeginFacts> = {},
): BeginFacts {
  const action = anAction(over);
  return {
    action,
    attempts: attempts.map((attempt, i) => anAttempt(action, { number: i + 1, ...attempt })),
    fence: 1,
    absentDidNotSettle: false,
    hold: null,
    ...more,
  };
}

const open = {
  outcome: null,
  closedBy: null,
  endedAt: null,
  holderEndedAt: null,
  transport: null,
  httpCode: null,
} as const;
const unknown = { outcome: "unknown", transport: "timed_out", reason: "timeout" } as const;
const grant = { decisionId: "d", fingerprint: "f" };
const begun = { firstBegunAt: monday };
const gateway = { ...begun, declaration: aGateway() };

const decide = (
  of: BeginFacts,
  ask: Partial<{ attemptId: string; fingerprint: string }> = {},
  at = now,
): BeginDecision => decideBegin(of, { attemptId: "new", fingerprint: "f", ...ask }, at);

const hold = { by: "Ada", at: monday, reason: "Migration" };

describe("while its destination is held", () => {
  test.each<[string, BeginFacts, BeginDecision["answer"]]>([
    ["planned", facts({ state: "planned" }, [], { hold }), "destination_held"],
    ["granted", facts({ state: "planned", needsGrant: true, grant }, [], { hold }), "destination_held"],
    ["not granted", facts({ state: "held", needsGrant: true }, [], { hold }), "needs_grant"],
    ["in flight", facts({ state: "sending", ...begun }, [open], { hold }), "in_flight"],
    ["confirmed", facts({ state: "confirmed", ...begun }, [{}], { hold }), "stored"],
    ["unknown, merged by its key", facts({ state: "unknown", ...gateway }, [unknown], { hold }), "destination_held"],
    ["unknown otherwise", facts({ state: "unknown", ...begun }, [unknown], { hold }), "outcome_unknown"],
  ])("%s: begin answers what stands against it first, and the hold last", (_, of, answer) => {
    expect(decide(of).answer).toBe(answer);
  });
});

describe("what begin answers in each state", () => {
  test.each<[string, BeginFacts, Partial<BeginDecision>]>([
    ["planned", facts({ state: "planned" }), { answer: "open_new" }],
    [
      "planned after one that was not sent",
      facts({ state: "planned", ...begun }, [{ outcome: "not_sent" }]),
      { answer: "open_new" },
    ],
    ["planned, granted", facts({ state: "planned", needsGrant: true, grant }), { answer: "open_new" }],
    [
      "planned, granted for another payload",
      facts({ state: "planned", needsGrant: true, grant: { ...grant, fingerprint: "g" } }),
      { answer: "approval_mismatch" },
    ],
    [
      "planned, its evidence contradicting itself",
      facts({ state: "planned", contradictedAt: monday }),
      { answer: "outcome_unknown" },
    ],
    [
      "planned, contradicting, the risk accepted",
      facts({ state: "planned", contradictedAt: monday, riskAccepted: true }),
      { answer: "open_new" },
    ],
    ["held", facts({ state: "held", needsGrant: true }), { answer: "needs_grant" }],
    [
      "sending, its owner alive",
      facts({ state: "sending", ...begun }, [open]),
      { answer: "in_flight", retryAfterMs: 1_000 },
    ],
    [
      "sending, its deadline near",
      facts({ state: "sending", ...begun }, [{ ...open, deadlineAt: now + 5 }]),
      { answer: "in_flight", retryAfterMs: 5 },
    ],
    [
      "sending, its deadline now",
      facts({ state: "sending", ...begun }, [{ ...open, deadlineAt: now }]),
      { answer: "in_flight", retryAfterMs: 1 },
    ],
    [
      "sending, its deadline passed",
      facts({ state: "sending", ...begun }, [{ ...open, deadlineAt: now - 1 }]),
      { answer: "outcome_unknown" },
    ],
    ["sending, fenced", facts({ state: "sending", ...begun }, [open], { fence: 2 }), { answer: "outcome_unknown" }],
    [
      "sending, fenced, its key protects",
      facts({ state: "sending", ...gateway }, [open], { fence: 2 }),
      { answer: "open_new" },
    ],
    ["confirmed", facts({ state: "confirmed", ...begun }, [{}]), { answer: "stored", state: "confirmed" }],
    [
      "confirmed, contradicted",
      facts({ state: "confirmed", ...begun, contradictedAt: monday }, [{}]),
      { answer: "outcome_unknown" },
    ],
    [
      "confirmed, contradicted, and a person found how often it happened",
      facts({ state: "confirmed", ...begun, contradictedAt: monday, contradictionFound: "twice" }, [{}]),
      { answer: "stored", state: "confirmed" },
    ],
    [
      "refused, contradicted",
      facts({ state: "refused", ...begun, contradictedAt: monday }, [{ outcome: "refused" }]),
      { answer: "outcome_unknown" },
    ],
    [
      "refused",
      facts({ state: "refused", ...begun }, [{ outcome: "refused" }]),
      { answer: "stored", state: "refused" },
    ],
    ["unknown", facts({ state: "unknown", ...begun }, [unknown]), { answer: "outcome_unknown" }],
    [
      "unknown, to be looked up",
      facts({ state: "unknown", ...begun, declaration: aCrm() }, [unknown]),
      { answer: "outcome_unknown" },
    ],
    ["unknown, its key protects", facts({ state: "unknown", ...gateway }, [unknown]), { answer: "open_new" }],
    [
      "unknown, its key protects, contradicted",
      facts({ state: "unknown", ...gateway, contradictedAt: monday }, [unknown]),
      { answer: "outcome_unknown" },
    ],
    ["withdrawn", facts({ state: "withdrawn", withdrawnWhy: "denied" }), { answer: "withdrawn", why: "denied" }],
  ])("%s", (_, of, decision) => {
    expect(decide(of)).toMatchObject(decision);
  });

  test("an unknown whose window closed is no longer sent under its key", () => {
    const of = facts({ state: "unknown", ...gateway }, [unknown]);
    expect(decide(of, {}, monday + 25 * hour)).toMatchObject({
      answer: "outcome_unknown",
      verdict: { kind: "verify_first" },
    });
  });
});

test.each(["planned", "held", "sending", "confirmed", "refused", "unknown", "withdrawn"] as const)(
  "another payload under the same key is a mismatch while %s",
  (state) => {
    const of = facts(
      { state, withdrawnWhy: state === "withdrawn" ? "denied" : null },
      state === "sending" ? [open] : [],
    );
    expect(decide(of, { fingerprint: "g" })).toEqual({ answer: "payload_mismatch" });
  },
);

test("another payload after the approval of the first is no longer what was approved", () => {
  const of = facts({ state: "planned", needsGrant: true, grant });
  expect(decide(of, { fingerprint: "g" })).toEqual({ answer: "approval_mismatch" });
});

describe("a revision", () => {
  const revised = { fingerprint: "corrected", revision: 2, declaredFingerprint: "f" };

  test("is what an ask for the first declaration gets", () => {
    expect(decide(facts({ state: "planned", ...revised }))).toEqual({ answer: "open_new" });
    expect(decide(facts({ state: "confirmed", ...revised, ...begun }, [{}]))).toMatchObject({ answer: "stored" });
  });

  test.each([
    ["its own payload", "corrected", "payload_mismatch"],
    ["one that a person let in", "asked", "open_new"],
    ["any other one", "g", "payload_mismatch"],
  ])("answers an ask for %s", (_, fingerprint, answer) => {
    const of = facts({ state: "planned", ...revised, acceptedFingerprints: ["asked"] });
    expect(decide(of, { fingerprint })).toMatchObject({ answer });
  });

  test("needs the approval of its own payload", () => {
    const of = (approved: string) =>
      facts({ state: "planned", ...revised, needsGrant: true, grant: { ...grant, fingerprint: approved } });
    expect(decide(of("corrected"))).toEqual({ answer: "open_new" });
    expect(decide(of("f"))).toEqual({ answer: "approval_mismatch" });
  });
});

test.each<[string, Partial<Attempt>, Action["state"]]>([
  ["open", open, "sending"],
  ["confirmed", {}, "confirmed"],
  ["refused", { outcome: "refused" }, "refused"],
  ["not sent", { outcome: "not_sent" }, "planned"],
  ["unknown", unknown, "unknown"],
])("the same ask again gets its own attempt, never a new one: %s", (_, attempt, state) => {
  const of = facts({ state, ...gateway }, [attempt]);
  const [own] = of.attempts;
  expect(decide(of, { attemptId: own?.id })).toEqual({ answer: "same_attempt", attempt: own });
});
