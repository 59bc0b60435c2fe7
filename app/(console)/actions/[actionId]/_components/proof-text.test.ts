import { describe, expect, it } from "vitest";
import type { Resolution } from "@/lib/ledger/action";
import { settlementSays } from "@/lib/ledger/settlement";
import { proofText } from "./proof-text";

const person = (by: string, at: number, as: "send_again" | "did_not_happen" = "send_again") => {
  const says = settlementSays({ as, evidence: "Called the desk.", reason: "Urgent." });
  return { kind: "person", says, by, at } as const;
};
const unknown = (resolution: Resolution | null) => ({ outcome: "unknown", resolution, begunAt: 100 }) as const;

describe("what an attempt proves", () => {
  it.each([
    ["it happened", { outcome: "confirmed", resolution: null, begunAt: 100 } as const, []],
    ["nothing: it may have happened", unknown(null), []],
    ["nothing; settled since: it happened", unknown("happened"), [person("Ada", 200)]],
    ["nothing; settled since: it did not", unknown("did_not_happen"), [person("Ada", 200, "did_not_happen")]],
    ["nothing; settled since: it did not", unknown("did_not_happen"), []],
  ])("%s", (text, attempt, evidence) => {
    expect(proofText(attempt, evidence)).toBe(text);
  });

  it("never says that it did not happen where a person only took the risk, and names who did", () => {
    const told = (...evidence: ReturnType<typeof person>[]) => proofText(unknown("risk_accepted"), evidence);
    const text = (who: string) => `nothing: it may have happened; ${who} accepted the risk of one more send`;
    expect(told(person("Ada", 50), person("Bo", 300), person("Cleo", 200))).toBe(text("Cleo"));
    expect(told(person("Ada", 150, "did_not_happen"))).toBe(text("a person"));
  });
});
