import { describe, expect, test } from "vitest";
import { aCrm, aDestination, anAction, anAttempt, monday } from "@/lib/testing/factories";
import { aGateway, hour } from "@/lib/testing/ledger-world";
import type { Action, Attempt } from "./action";
import {
  absentCountsFrom,
  holdersEnded,
  ownerAlive,
  sameKeyUntil,
  type VerdictFacts,
  type VerdictKind,
  verdictOf,
} from "./verdict";

const minute = 60_000;

function facts(over: Partial<Action>, attempts: readonly Partial<Attempt>[] = [], more: Partial<VerdictFacts> = {}) {
  const action = anAction({ firstBegunAt: attempts.length > 0 ? monday : null, ...over });
  return {
    action,
    attempts: attempts.map((attempt, i) => anAttempt(action, { number: i + 1, ...attempt })),
    fence: 1,
    absentDidNotSettle: false,
    ...more,
  };
}

const open = { outcome: null, closedBy: null, endedAt: null, holderEndedAt: null, transport: null } as const;
const unknown = { outcome: "unknown", transport: "timed_out", reason: "timeout" } as const;
const silent = { ...unknown, closedBy: "fence", holderEndedAt: null } as const;
const notSent = { outcome: "not_sent" } as const;
const refused = { outcome: "refused" } as const;
const confirmed = {};
const didNot = { ...unknown, resolution: "did_not_happen" } as const;
const happened = { ...unknown, resolution: "happened" } as const;
const queue = { declaration: aDestination() };
const crm = { declaration: aCrm() };
const gateway = { declaration: aGateway() };
const replaysErrors = {
  declaration: aGateway({ deduplicates: { header: "Idempotency-Key", windowMs: 24 * hour, replaysErrors: true } }),
};

const soon = monday + 1_000;

describe("is a retry safe now", () => {
  test.each<[string, VerdictFacts, VerdictKind]>([
    ["nothing was sent", facts({ state: "planned" }), "safe"],
    ["all proven not sent", facts({ state: "planned" }, [notSent, notSent]), "safe"],
    ["settled as not happened", facts({ state: "planned" }, [didNot]), "safe"],
    ["a person accepted the risk", facts({ state: "planned", riskAccepted: true }, [didNot]), "safe"],
    ["held, nothing sent", facts({ state: "held" }), "safe"],
    ["open, its owner alive", facts({ state: "sending" }, [open]), "wait"],
    ["open, at its deadline", facts({ state: "sending" }, [{ ...open, deadlineAt: soon }]), "wait"],
    [
      "open, past its deadline",
      facts({ state: "sending", ...queue }, [{ ...open, deadlineAt: soon - 1 }]),
      "ask_a_person",
    ],
    ["open, fenced", facts({ state: "sending", ...queue }, [open], { fence: 2 }), "ask_a_person"],
    [
      "open, fenced, its key protects",
      facts({ state: "sending", ...gateway }, [open], { fence: 2 }),
      "safe_with_same_key",
    ],
    ["unknown, its key protects", facts({ state: "unknown", ...gateway }, [unknown]), "safe_with_same_key"],
    [
      "unknown, then not sent, its key protects",
      facts({ state: "unknown", ...gateway }, [unknown, notSent]),
      "safe_with_same_key",
    ],
    ["unknown, can be looked up", facts({ state: "unknown", ...crm }, [unknown]), "verify_first"],
    [
      "unknown, looked up, absent, sender silent",
      facts({ state: "unknown", ...crm }, [silent], { absentDidNotSettle: true }),
      "ask_a_person",
    ],
    ["unknown, nothing helps", facts({ state: "unknown", ...queue }, [unknown]), "ask_a_person"],
    ["refused", facts({ state: "refused" }, [refused]), "useless"],
    ["refused after one not sent", facts({ state: "refused" }, [notSent, refused]), "useless"],
    ["confirmed", facts({ state: "confirmed" }, [confirmed]), "not_needed"],
    ["confirmed by a look-up", facts({ state: "confirmed" }, [happened]), "not_needed"],
    ["confirmed, one still unknown", facts({ state: "confirmed", ...queue }, [unknown, confirmed]), "not_needed"],
    ["withdrawn", facts({ state: "withdrawn", withdrawnWhy: "expired" }), "not_needed"],
    ["contradicted", facts({ state: "confirmed", contradictedAt: monday }, [confirmed]), "incident"],
    ["contradicted, in flight", facts({ state: "sending", contradictedAt: monday }, [confirmed, open]), "incident"],
    [
      "two confirmed where repeats are not merged",
      facts({ state: "confirmed", ...queue }, [confirmed, confirmed]),
      "incident",
    ],
    [
      "two confirmed where they are merged",
      facts({ state: "confirmed", ...gateway }, [confirmed, confirmed]),
      "not_needed",
    ],
  ])("%s", (_, of, kind) => {
    const verdict = verdictOf(of, soon);
    expect(verdict.kind).toBe(kind);
    expect(verdict.reasons.length).toBeGreaterThan(0);
  });

  test.each<[string, VerdictFacts, string[]]>([
    ["nothing sent", facts({ state: "planned" }), ["+ Nothing was ever sent."]],
    [
      "not sent twice",
      facts({ state: "planned" }, [notSent, notSent]),
      ["+ All 2 attempts are proven not to have taken effect."],
    ],
    [
      "risk accepted",
      facts({ state: "planned", riskAccepted: true }, [didNot]),
      ["+ A person accepted the risk of sending it again, once."],
    ],
    [
      "in flight",
      facts({ state: "sending" }, [open]),
      ["- Attempt 1 is in flight, until its deadline at 2026-03-02 09:00:03 UTC."],
    ],
    [
      "key protects",
      facts({ state: "unknown", ...gateway }, [unknown]),
      [
        "- Attempt 1 ended without a proof: the gateway may have it.",
        "+ Relies on the gateway deduplicating on Idempotency-Key for 24 h.",
        "+ The window counts from the first attempt and is open until 2026-03-03 08:58:57 UTC.",
      ],
    ],
    [
      "look up",
      facts({ state: "unknown", ...crm }, [unknown]),
      [
        "- Attempt 1 ended without a proof: the CRM may have it.",
        "- the CRM does not deduplicate: sending again may act twice.",
        '+ It can be looked up by our marker in its field "marker".',
        '+ An "absent" relies on the declared horizon of 10 s.',
      ],
    ],
    [
      "looked up in vain",
      facts({ state: "unknown", ...crm }, [silent], { absentDidNotSettle: true }),
      [
        "- Attempt 1 ended without a proof: the CRM may have it.",
        "- the CRM does not deduplicate: sending again may act twice.",
        "- It was absent when asked, but its sender never reported its end: a paused process could still send.",
      ],
    ],
    [
      "replays its own errors",
      facts({ state: "unknown", ...replaysErrors }, [{ ...unknown, transport: "server_error" }]),
      [
        "- Attempt 1 ended without a proof: the gateway may have it.",
        "- the gateway replays stored errors: the same key would only return its error again.",
        '+ It can be looked up by our marker in its field "marker".',
        '+ An "absent" relies on the declared horizon of 10 s.',
      ],
    ],
    [
      "nothing helps",
      facts({ state: "unknown", ...queue }, [notSent, unknown]),
      [
        "- Attempt 2 ended without a proof: the queue may have it.",
        "- the queue does not deduplicate: sending again may act twice.",
        "- the queue cannot be asked whether it has it.",
      ],
    ],
    [
      "refused",
      facts({ state: "refused" }, [refused]),
      ["- the CRM refused this payload for good. A corrected payload is a revision."],
    ],
    ["confirmed", facts({ state: "confirmed" }, [notSent, confirmed]), ["+ the CRM confirmed attempt 2."]],
    ["found", facts({ state: "confirmed" }, [happened]), ["+ It was found to have happened at the CRM."]],
    [
      "withdrawn",
      facts({ state: "withdrawn", withdrawnWhy: "denied" }),
      ["+ It was withdrawn before anything was sent (denied)."],
    ],
    [
      "incident",
      facts({ state: "confirmed", contradictedAt: monday }, [confirmed]),
      ["- The evidence contradicts itself: the CRM may have executed it more than once."],
    ],
  ])("the reasons quote the facts and what they rest on: %s", (_, of, lines) => {
    expect(verdictOf(of, soon).reasons.map(({ holds, text }) => `${holds ? "+" : "-"} ${text}`)).toEqual(lines);
  });
});

describe("the window of the same key", () => {
  // 24 h less the margin of a minute less the deadline of 3 s.
  const until = monday + 24 * hour - minute - 3_000;

  test.each<[string, number, VerdictKind]>([
    ["at once", monday, "safe_with_same_key"],
    ["at 23 h 58 min", monday + 24 * hour - 2 * minute, "safe_with_same_key"],
    ["a millisecond before it closes", until - 1, "safe_with_same_key"],
    ["when it closes", until, "verify_first"],
    ["at 23 h 59 min", monday + 24 * hour - minute, "verify_first"],
    ["at 24 h", monday + 24 * hour, "verify_first"],
    ["at 25 h", monday + 25 * hour, "verify_first"],
  ])("%s", (_, at, kind) => {
    const verdict = verdictOf(facts({ state: "unknown", ...gateway }, [unknown]), at);
    expect(verdict.kind).toBe(kind);
    expect(verdict.until).toBe(kind === "safe_with_same_key" ? until : null);
  });

  test("counts from the first attempt, whatever came later", () => {
    const later = { ...unknown, begunAt: monday + 23 * hour, deadlineAt: monday + 23 * hour + 3_000 };
    const of = facts({ state: "unknown", ...gateway }, [unknown, later]);
    expect(sameKeyUntil(of.action)).toBe(until);
    expect(verdictOf(of, monday + 24 * hour).kind).toBe("verify_first");
  });

  test("shorter than margin and deadline it never opens", () => {
    const declaration = aGateway({
      deduplicates: { header: "K", windowMs: minute, replaysErrors: false },
      probe: null,
    });
    expect(verdictOf(facts({ state: "unknown", declaration }, [unknown]), monday).kind).toBe("ask_a_person");
  });

  test.each([
    ["server_error", true, "verify_first"],
    ["server_error", false, "safe_with_same_key"],
    ["timed_out", true, "safe_with_same_key"],
  ] as const)("after %s, errors replayed: %s", (transport, replayed, kind) => {
    const declaration = replayed ? replaysErrors.declaration : gateway.declaration;
    expect(verdictOf(facts({ state: "unknown", declaration }, [{ ...unknown, transport }]), soon).kind).toBe(kind);
  });
});

describe("when an absent counts", () => {
  test.each<[string, Partial<Attempt>[], number | null]>([
    ["after deadline, transport and horizon", [unknown], monday + 3_000 + 2_000 + 10_000],
    ["after a holder that ended later", [{ ...unknown, holderEndedAt: monday + 9_000 }], monday + 9_000 + 12_000],
    ["after the deadline of a silent holder", [silent], monday + 15_000],
    ["after the last of several", [silent, { ...silent, deadlineAt: monday + 60_000 }], monday + 72_000],
    ["of open ones, too", [open], monday + 15_000],
    ["settled ones do not count", [{ ...didNot, deadlineAt: monday + 60_000 }, unknown], monday + 15_000],
    ["with nothing to settle there is no such moment", [confirmed], null],
  ])("%s", (_, attempts, from) => {
    const of = facts({ state: "unknown", ...crm }, attempts);
    expect(absentCountsFrom(of.action, of.attempts)).toBe(from);
  });

  test("a destination that cannot be asked has no such moment", () => {
    const of = facts({ state: "unknown", ...queue }, [unknown]);
    expect(absentCountsFrom(of.action, of.attempts)).toBeNull();
  });

  test.each<[string, Partial<Attempt>[], boolean]>([
    ["all reported their end", [unknown, unknown], true],
    ["one is silent", [unknown, silent], false],
    ["the silent one was settled", [unknown, { ...silent, resolution: "did_not_happen" }], true],
    ["nothing is unknown", [confirmed, notSent], true],
  ])("senders have ended: %s", (_, attempts, ended) => {
    expect(holdersEnded(facts({}, attempts).attempts)).toBe(ended);
  });
});

test.each([
  ["in time, current", 1, 1, soon, true],
  ["at the deadline", 1, 1, monday + 3_000, true],
  ["past the deadline", 1, 1, monday + 3_001, false],
  ["fenced", 1, 2, soon, false],
  ["newer than the fence", 2, 1, soon, true],
  ["without a run", 0, 0, soon, true],
])("the owner of an open attempt counts as alive: %s", (_, token, fence, now, alive) => {
  expect(ownerAlive({ token, deadlineAt: monday + 3_000 }, fence, now)).toBe(alive);
});
