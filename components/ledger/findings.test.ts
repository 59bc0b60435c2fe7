import { describe, expect, it } from "vitest";
import type { NearMiss } from "@/lib/ledger/near-miss";
import type { Evidence } from "@/lib/ledger/store";
import { anAction, anActionRecord, anAttempt, anId, monday } from "@/lib/testing/factories";
import { findingsOf } from "./findings";

const near = (state: NearMiss["state"]) => ({ id: anId(), kind: "other_run", state }) as NearMiss;

function aLateReport(token: number) {
  const action = anAction({ state: "confirmed" });
  const attempt = anAttempt(action, { token });
  const evidence = { id: anId(), attemptId: attempt.id, kind: "late_report", says: "confirmed" } as Evidence;
  return { ...anActionRecord(action, [attempt]), fence: 2, evidence: [evidence] };
}

describe("what is worth a second look in a run's actions", () => {
  it("is nothing where all went its way", () => {
    expect(findingsOf([anActionRecord(anAction({ state: "confirmed" }))])).toEqual({
      contradicted: [],
      nearMisses: [],
      late: [],
    });
  });

  it("is each near miss, those that wait for a person first", () => {
    const record = { ...anActionRecord(anAction()), nearMisses: [near("noted"), near("open"), near("let_go")] };
    expect(findingsOf([record]).nearMisses.map((found) => found.near.state)).toEqual(["open", "noted", "let_go"]);
  });

  it("is each late report, and whether its execution had been replaced", () => {
    const found = findingsOf([aLateReport(1), aLateReport(2)]).late;
    expect(found.map(({ isFenced }) => isFenced)).toEqual([true, false]);
  });

  it("is evidence that contradicts itself", () => {
    const record = anActionRecord(anAction({ state: "confirmed", contradictedAt: monday }));
    expect(findingsOf([record]).contradicted).toEqual([record]);
  });
});
