import { describe, expect, it } from "vitest";
import type { ActionState } from "@/lib/ledger/action";
import type { VerdictKind } from "@/lib/ledger/verdict";
import { roles } from "@/lib/progress/validation";
import { aDestination } from "@/lib/testing/factories";
import { checkOff, type PressFacts, settleOff } from "./press";

const probe = { matchingField: "marker", horizonMs: 10_000, acceptsSilentHolders: false };

function facts(state: ActionState, kind: VerdictKind, over: { probe?: null; asking?: boolean } = {}): PressFacts {
  const declaration = { ...aDestination(), title: "the CRM", probe: over.probe === null ? null : probe };
  return { action: { state, declaration }, verdict: { kind }, probes: over.asking ? [{ state: "queued" }] : [] };
}

describe("whether an operator may press a button on an action", () => {
  it.each<[ActionState, VerdictKind, string | null, string | null]>([
    [
      "planned",
      "safe",
      "Nothing was sent, so there is nothing to look for.",
      "Nothing was sent, so there is nothing to look for.",
    ],
    ["held", "safe", "Nothing was sent: it waits for approval.", "Nothing was sent: it waits for approval."],
    [
      "sending",
      "wait",
      "An attempt is in flight. Its own answer comes first.",
      "An attempt is in flight. Wait for its deadline.",
    ],
    ["sending", "verify_first", null, null],
    ["confirmed", "not_needed", "Its outcome is known: it happened.", "Its outcome is known: it happened."],
    ["refused", "useless", "Its outcome is known: it was refused.", "Its outcome is known: it was refused."],
    ["unknown", "verify_first", null, null],
    ["unknown", "ask_a_person", null, null],
    ["unknown", "safe_with_same_key", null, null],
    [
      "confirmed",
      "incident",
      "Its evidence contradicts itself, which no look-up by its marker clears up. Count it there yourself, then settle.",
      null,
    ],
    [
      "withdrawn",
      "not_needed",
      "It was withdrawn before anything was sent.",
      "It was withdrawn before anything was sent.",
    ],
  ])("%s with the verdict %s", (state, kind, check, settle) => {
    expect([checkOff(facts(state, kind), "operator"), settleOff(facts(state, kind), "operator")]).toEqual([
      check,
      settle,
    ]);
  });

  it("asks nobody that cannot be asked, and leaves settling by hand open", () => {
    const silent = facts("unknown", "ask_a_person", { probe: null });
    expect(checkOff(silent, "operator")).toBe("The CRM cannot be asked by machine. Look yourself, then settle.");
    expect(settleOff(silent, "operator")).toBeNull();
  });

  it("does not ask twice at a time", () => {
    expect(checkOff(facts("unknown", "verify_first", { asking: true }), "lead")).toBe(
      "The CRM is being asked already.",
    );
  });

  it("names the roles to whoever lacks one", () => {
    const may = roles.filter((role) => checkOff(facts("unknown", "verify_first"), role) === null);
    expect(may).toEqual(["operator", "lead", "admin"]);
    expect(settleOff(facts("unknown", "verify_first"), "viewer")).toBe(
      "To settle, you need one of these roles: operator, lead, admin.",
    );
  });
});
