import { expect, test } from "vitest";
import { nearMissKinds } from "@/lib/ledger/near-miss";
import { nearMissSentence } from "./near-miss-sentence";

test.each(nearMissKinds)("%s is one whole sentence, from either side", (kind) => {
  for (const own of ["later", "earlier"]) {
    expect(nearMissSentence({ kind, actionId: "later" }, own)).toMatch(/^[A-Z].*\.$/);
  }
});

test("two runs that come close are told apart by whose page it is", () => {
  const near = { kind: "other_run", actionId: "later" } as const;
  expect(nearMissSentence(near, "later")).not.toBe(nearMissSentence(near, "earlier"));
});
