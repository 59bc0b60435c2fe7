import { expect, test } from "vitest";
import type { Decision } from "@/lib/progress/validation";
import { approvalsSoFar } from "./approvals-so-far";

const by = (name: string) => ({ by: name, verdict: "approve" }) as Decision;

test.each([
  [[], "0 of 2 approvals."],
  [[by("Ana")], "1 of 2 approvals: Ana."],
  [[by("Ana"), by("Ben")], "2 of 2 approvals: Ana, Ben."],
])("says who approved and how many are needed", (decisions, text) => {
  expect(approvalsSoFar({ quorum: 2, decisions })).toBe(text);
});
