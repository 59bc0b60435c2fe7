import { expect, test } from "vitest";
import { aWeek, aWeekIncident, resumes, took } from "@/lib/testing/week-facts";
import { figureLines } from "./compare";
import { figuresOf } from "./figure";
import { writeParagraph } from "./paragraph";
import { countClasses, recurringOf } from "./recurring";
import type { WeekFacts } from "./week-facts";

const write = (now: Partial<WeekFacts>, last: Partial<WeekFacts> | null = {}) => {
  const facts = aWeek(now);
  const before = last === null ? [] : [aWeek({ ...last, week: "2026-W09" })];
  const lines = figureLines(figuresOf(facts), before.map(figuresOf));
  return writeParagraph({ lines, classes: countClasses(facts.incidents), recurring: recurringOf([facts, ...before]) });
};

test("a busy week is told by its figures, against the week before", () => {
  const crm = { signature: "unknown_unsettled/-/-/crm", title: "Notes to the CRM stay unknown." };
  const now = {
    incidents: [aWeekIncident({ class: "progress_loss" }), aWeekIncident({ ...crm, class: "observability_debt" })],
    ...{ avoided: 41, longUnknown: 2, byPerson: resumes(19, 18), settling: took(100, 6_100) },
  };
  const last = {
    incidents: [
      aWeekIncident({ ...crm, class: "observability_debt" }),
      ...[1, 2, 3, 4].map((n) => aWeekIncident({ signature: `other ${n}` })),
    ],
    ...{ gotThrough: 1, longUnknown: 6, byPerson: resumes(15, 11) },
  };
  expect(write(now, last)).toBe(
    [
      "There were 2 incidents, 3 fewer than the week before: 1 progress loss, 1 observability debt.",
      "No duplicate got through; 41 were avoided.",
      "2 actions stayed unknown for over an hour, 4 fewer than the week before.",
      "18 of 19 (95 %) resumes got past the step that had stopped the run, after 11 of 15 (73 %) the week before.",
      "Of twenty actions nineteen were settled within 6.1 s, within the target of ≤ 10 s.",
      "Seen in 2 weeks of the last eight: Notes to the CRM stay unknown.",
    ].join(" "),
  );
});

test("a quiet week is told as one, and claims nothing about what it did not measure", () => {
  expect(write({}, null)).toBe("There was no incident. No duplicate got through; none had to be avoided.");
});

test("a duplicate that got through is never behind the avoided ones", () => {
  expect(write({ gotThrough: 1, avoided: 1 })).toContain(
    "1 duplicate got through, 1 more than the week before; 1 was avoided.",
  );
});

test("few resumes have no percentage, and what ended is said once", () => {
  const text = write({ byPerson: resumes(3, 3) }, { longUnknown: 1 });
  expect(text).toContain("3 of 3 resumes got past");
  expect(text).not.toContain("%");
  expect(text).toContain("Nothing stayed unknown for over an hour any more.");
});
