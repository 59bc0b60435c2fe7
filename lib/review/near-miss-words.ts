import type { NearMissFigure } from "@/lib/ledger/store";

/** What came close to being the same action, after its count: "3 actions of …". */
export const nearMissWords: Record<NearMissFigure["kind"], string> = {
  other_run: "Same object and action as another run's",
  other_occurrence: "Another occurrence, right after a payload that differed",
  other_payload: "Same key, other payload",
  after_window: "Same key, after its window",
};
