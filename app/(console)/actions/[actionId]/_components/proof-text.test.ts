import { describe, expect, it } from "vitest";
import { settlementSays } from "@/lib/ledger/settlement";
import type { SettleAsk } from "@/lib/ledger/store";
import { proofText } from "./proof-text";

const says = (as: SettleAsk["as"]) => settlementSays({ as, evidence: "Called the desk.", reason: "Urgent." });
const person = (as: SettleAsk["as"], at: number) => ({ kind: "person", says: says(as), at }) as const;
const unknown = (resolution: "happened" | "did_not_happen" | null) =>
  ({ outcome: "unknown", resolution, begunAt: 100 }) as const;

describe("what an attempt proves", () => {
  it.each([
    ["it happened", { outcome: "confirmed", resolution: null, begunAt: 100 } as const, []],
    ["nothing: it may have happened", unknown(null), []],
    ["nothing; settled since: it happened", unknown("happened"), [person("happened", 200)]],
    ["nothing; settled since: it did not", unknown("did_not_happen"), [person("did_not_happen", 200)]],
    ["nothing; settled since: it did not", unknown("did_not_happen"), []],
  ])("%s", (text, attempt, evidence) => {
    expect(proofText(attempt, evidence)).toBe(text);
  });

  it("never says that it did not happen where a person only took the risk", () => {
    const risk = "nothing: it may have happened; the risk was accepted";
    expect(proofText(unknown("did_not_happen"), [person("send_again", 200), person("did_not_happen", 300)])).toBe(risk);
    expect(proofText(unknown("did_not_happen"), [person("send_again", 50), person("did_not_happen", 200)])).toBe(
      "nothing; settled since: it did not",
    );
  });
});
