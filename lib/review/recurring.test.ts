import { expect, test } from "vitest";
import { aWeekIncident } from "@/lib/testing/week-facts";
import { countClasses, recurringOf } from "./recurring";

const week = (name: string, ...signatures: string[]) => ({
  week: name,
  incidents: signatures.map((signature) => aWeekIncident({ signature, title: signature })),
});

test("what came back is what this week shares a signature with earlier ones, most often first", () => {
  const weeks = [
    week("2026-W10", "a", "b", "new", "b"),
    week("2026-W09", "a", "gone"),
    week("2026-W08", "b"),
    week("2026-W07", "a", "gone"),
  ];
  expect(recurringOf(weeks).map(({ signature, weeks }) => [signature, weeks])).toEqual([
    ["a", ["2026-W07", "2026-W09", "2026-W10"]],
    ["b", ["2026-W08", "2026-W10"]],
  ]);
  expect(recurringOf([])).toEqual([]);
});

test("what people opened by hand came back only under the same title: their incidents share a signature", () => {
  const byHand = (title: string) => aWeekIncident({ signature: "by_hand/-/-/-", openedBy: "Lena", title });
  const weeks = [
    { week: "2026-W10", incidents: [byHand("Two mails"), byHand("The partner called")] },
    { week: "2026-W09", incidents: [byHand("The disk was full"), byHand("two mails ")] },
  ];
  expect(recurringOf(weeks).map(({ title, weeks }) => [title, weeks])).toEqual([
    ["Two mails", ["2026-W09", "2026-W10"]],
  ]);
});

test("classes are counted with those that none is of, and sum up to the incidents", () => {
  const incidents = [aWeekIncident(), aWeekIncident({ class: "progress_loss" }), aWeekIncident()];
  expect(countClasses(incidents)).toEqual({
    progress_loss: 1,
    duplicate_action: 2,
    state_inconsistency: 0,
    observability_debt: 0,
  });
});
