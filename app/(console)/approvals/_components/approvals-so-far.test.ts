import { expect, test } from "vitest";
import type { Decision } from "@/lib/progress/validation";
import { approvalsSoFar } from "./approvals-so-far";

const by = (name: string, edits: Decision["edits"] = []) => ({ by: name, verdict: "approve", edits }) as Decision;
const edit = { actionId: "a", newActionId: "b", fingerprint: "f", payload: "{}" };

test.each([
  [[], "0 of 2 approvals."],
  [[by("Ana")], "1 of 2 approvals: Ana."],
  [[by("Ana"), by("Ben", [edit])], "1 of 2 approvals: Ben. Ben changed what is sent, so the count began again."],
  [[by("Ana"), by("Ben")], "2 of 2 approvals: Ana, Ben."],
])("says who approved and how many are needed", (decisions, text) => {
  expect(approvalsSoFar({ quorum: 2, decisions })).toBe(text);
});
