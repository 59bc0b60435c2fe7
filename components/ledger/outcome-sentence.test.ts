import { describe, expect, it } from "vitest";
import type { Evidence } from "@/lib/ledger/store";
import { anAction, anAttempt } from "@/lib/testing/factories";
import { type OutcomeFacts, outcomeSentence } from "./outcome-sentence";

const base = anAction();
const action = (over: Partial<typeof base>) => ({
  ...base,
  declaration: { ...base.declaration, title: "the CRM" },
  ...over,
});
const attempt = (over: Parameters<typeof anAttempt>[1] = {}) => anAttempt(base, over);
const evidence = (kind: Evidence["kind"]): Evidence => ({
  id: kind,
  actionId: base.id,
  attemptId: null,
  kind,
  says: "",
  by: "Omar",
  at: 0,
});

describe("what is known about an outcome", () => {
  it.each<[string, Partial<OutcomeFacts>]>([
    ["Nothing was sent yet.", { action: action({ state: "planned" }) }],
    ["Nothing was sent. It waits for a person's approval.", { action: action({ state: "held" }) }],
    ["Nothing was sent. A person rejected it.", { action: action({ state: "withdrawn", withdrawnWhy: "denied" }) }],
    [
      "The CRM may or may not have it: attempt 1 fell silent until its deadline.",
      { action: action({ state: "unknown" }), attempts: [attempt({ outcome: "unknown", closedBy: "deadline" })] },
    ],
    [
      "The CRM may or may not have it: attempt 1 was answered with a server error (HTTP 503).",
      {
        action: action({ state: "unknown" }),
        attempts: [attempt({ outcome: "unknown", closedBy: "report", transport: "server_error", httpCode: 503 })],
      },
    ],
    [
      "The CRM confirmed attempt 1 (HTTP 201).",
      {
        action: action({ state: "confirmed" }),
        attempts: [attempt({ outcome: "confirmed", closedBy: "report", transport: "accepted", httpCode: 201 })],
      },
    ],
    [
      "The CRM knew our key when attempt 1 reached it, and did nothing twice.",
      {
        action: action({ state: "confirmed" }),
        attempts: [attempt({ outcome: "confirmed", closedBy: "report", transport: "deduplicated" })],
      },
    ],
    [
      "A look-up found it at the CRM by our marker.",
      {
        action: action({ state: "confirmed" }),
        attempts: [attempt({ outcome: "unknown", resolution: "happened" })],
        evidence: [evidence("probe")],
      },
    ],
    [
      "Omar saw it at the CRM and settled it by hand.",
      {
        action: action({ state: "confirmed" }),
        attempts: [attempt({ outcome: "unknown", resolution: "happened" })],
        evidence: [evidence("probe"), evidence("person")],
      },
    ],
    [
      "Nobody knows whether it happened. A person accepted the risk: the run may send it once more.",
      {
        action: action({ state: "planned" }),
        attempts: [attempt({ outcome: "unknown", resolution: "risk_accepted" }), attempt({ outcome: "not_sent" })],
      },
    ],
    [
      "Nothing was sent: as a person edited it, its type refuses it. Revise it; the run then goes on.",
      {
        action: action({ state: "planned", revision: 2 }),
        attempts: [attempt({ outcome: "not_sent", transport: "not_sent", reason: "schema_mismatch" })],
      },
    ],
    [
      "It was settled as not having happened. The run may send it.",
      {
        action: action({ state: "planned" }),
        attempts: [attempt({ outcome: "unknown", resolution: "did_not_happen" })],
      },
    ],
    [
      "The CRM confirmed attempt 2 (HTTP 201). Attempt 1 may have happened as well: nobody knows, and a person accepted that risk.",
      {
        action: action({ state: "confirmed" }),
        attempts: [
          attempt({ outcome: "unknown", resolution: "risk_accepted" }),
          attempt({ number: 2, outcome: "confirmed" }),
        ],
      },
    ],
    [
      "The evidence contradicts itself: the CRM may have done it more than once.",
      { action: action({ state: "confirmed", contradictedAt: 1 }) },
    ],
  ])("%s", (sentence, facts) => {
    expect(outcomeSentence({ action: action({}), attempts: [], evidence: [], ...facts })).toBe(sentence);
  });
});
