import { describe, expect, it } from "vitest";
import { aCrm, anAction } from "@/lib/testing/factories";
import { actionStates } from "./action";
import { whyPayloadStays, whyRecordStays } from "./retention";

const day = 24 * 60 * 60_000;
const before = 100 * day;
const now = 190 * day;
const old = { createdAt: day, settledAt: 2 * day, firstBegunAt: day };
const facts = (over: Parameters<typeof anAction>[0] = {}, open = false) => ({
  action: anAction({ ...old, ...over }),
  nearMisses: open ? [{ state: "open" as const }] : [{ state: "noted" as const }],
});

describe("a payload of an action whose run is over", () => {
  it.each([
    ["confirmed", null],
    ["refused", null],
    ["withdrawn", null],
    ["unknown", "unknown"],
    ["sending", "in_flight"],
    ["planned", "not_sent"],
    ["held", "not_sent"],
  ] as const)("that is %s: stays because %s", (state, why) => {
    expect(whyPayloadStays(facts({ state }), before)).toBe(why);
  });

  it("stays in every state while its evidence contradicts itself", () => {
    for (const state of actionStates) {
      expect(whyPayloadStays(facts({ state, contradictedAt: day }), before)).toBe("contradicted");
      expect(whyRecordStays(facts({ state, contradictedAt: day }), before, now)).toBe("contradicted");
    }
  });

  it("stays while a person has to compare it with another one", () => {
    expect(whyPayloadStays(facts({ state: "confirmed" }, true), before)).toBe("decision_open");
  });

  it("goes when it was settled before the limit, and stays when it was settled at the limit", () => {
    expect(whyPayloadStays(facts({ state: "confirmed", settledAt: before - 1 }), before)).toBeNull();
    expect(whyPayloadStays(facts({ state: "confirmed", settledAt: before }), before)).toBe("too_young");
  });
});

describe("key, fingerprint, outcome and times", () => {
  it.each([
    ["confirmed", null],
    ["refused", null],
    ["withdrawn", null],
    ["unknown", "unknown"],
    ["sending", "in_flight"],
    ["planned", null],
    ["held", null],
  ] as const)("of one that is %s: stay because %s", (state, why) => {
    expect(whyRecordStays(facts({ state }), before, now)).toBe(why);
  });

  it("stay at least as long as the destination merges repeats of the key", () => {
    const windowMs = 150 * day;
    const declaration = aCrm({ deduplicates: { header: "Idempotency-Key", windowMs, replaysErrors: false } });
    const confirmed = facts({ state: "confirmed", declaration });
    expect(whyRecordStays(confirmed, before, day + windowMs - 1)).toBe("window_open");
    expect(whyRecordStays(confirmed, before, day + windowMs)).toBeNull();
  });

  it("of what was never sent stay until it is old enough", () => {
    expect(whyRecordStays(facts({ state: "planned", createdAt: before }), before, now)).toBe("too_young");
  });
});
