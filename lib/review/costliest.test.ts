import { expect, it } from "vitest";
import { costliestFirst } from "./costliest";
import { noCost } from "./incident";

const one = { id: "1", title: "Again", class: "progress_loss", severity: "s3", evidence: 1, cost: noCost } as const;

it("the declared harm comes first, of equal harm what happened twice outside, then money, then time", () => {
  const troubles = costliestFirst([
    { ...one, cost: { ms: 90_000, tokens: 5, microUsd: 0 } },
    { ...one, class: "observability_debt", cost: { ms: 1_000, tokens: 0, microUsd: 20 } },
    { ...one, class: "duplicate_action", severity: "s1" },
    { ...one, class: "state_inconsistency", severity: "s1", evidence: 9 },
  ]);
  expect(troubles.map((trouble) => trouble.class)).toEqual([
    "duplicate_action",
    "state_inconsistency",
    "observability_debt",
    "progress_loss",
  ]);
});

it("the incidents of a class are one kind, as severe as the worst of them and as costly as all", () => {
  const cost = { ms: 1, tokens: 2, microUsd: 3 };
  expect(
    costliestFirst([
      { ...one, evidence: 4, cost },
      { ...one, severity: "s2", cost },
    ]),
  ).toEqual([
    {
      class: "progress_loss",
      severity: "s2",
      incidents: [
        { id: "1", title: "Again" },
        { id: "1", title: "Again" },
      ],
      seen: 5,
      cost: { ms: 2, tokens: 4, microUsd: 6 },
    },
  ]);
  expect(costliestFirst([])).toEqual([]);
});
