import { describe, expect, test } from "vitest";
import { cellText } from "@/lib/csv";
import { monday } from "@/lib/testing/factories";
import { aWeek, aWeekIncident, resumes, took } from "@/lib/testing/week-facts";
import { amendmentsOf } from "./amendments";
import { figureLines } from "./compare";
import { exportCsv } from "./export-csv";
import { exportMarkdown } from "./export-markdown";
import { figuresOf } from "./figure";
import { countClasses } from "./recurring";
import type { ReviewContent } from "./review";
import { weekTitle } from "./review-words";
import type { WeekFacts } from "./week-facts";

const aContent = (over: Partial<ReviewContent> = {}, facts: Partial<WeekFacts> = {}): ReviewContent => {
  const week = aWeek({ byPerson: resumes(19, 18), settling: took(50, 6_100), ...facts });
  return {
    ...{ week: week.week, from: week.from, to: week.to, zone: "UTC", asOf: monday, partial: false, former: [] },
    figures: figureLines(figuresOf(week), []),
    ...{ paragraph: "All *well*.", paragraphBy: null, recurring: [], nearMisses: [], decisions: [], gaps: [] },
    classes: [{ week: week.week, from: week.from, to: week.to, partial: false, counts: countClasses(week.incidents) }],
    incidents: week.incidents,
    wins: {
      ...{ avoidedByType: [{ type: "=cmd", actions: 2 }], byPerson: week.byPerson, byItself: week.byItself },
      workSaved: week.workSaved,
    },
    ...over,
  };
};
const frozen = { version: 2, state: "frozen", frozenAt: monday, frozenBy: "Lea", note: "Two | more" } as const;

describe("the title of a week", () => {
  test.each([
    ["2026-W48", "Week 48, 23–29 Nov 2026"],
    ["2026-W14", "Week 14, 30 Mar – 5 Apr 2026"],
    ["2026-W53", "Week 53, 28 Dec 2026 – 3 Jan 2027"],
    ["nothing", "nothing"],
  ])("%s: %s", (name, title) => {
    expect(weekTitle(name)).toBe(title);
  });
});

describe("as Markdown", () => {
  test("a review names its version, who froze it, and why there is a second one", () => {
    const text = exportMarkdown({ content: aContent(), review: frozen });
    expect(text.split("\n")[2]).toBe(
      `Version 2, frozen ${new Date(monday).toISOString()} by Lea, UTC, computed ${new Date(monday).toISOString()}. Two \\| more`,
    );
    expect(exportMarkdown({ content: aContent({ partial: true }), review: null })).toContain(
      "Draft of a week that is not over",
    );
  });

  test("the words of people cannot leave their cell, or become markup", () => {
    const title = "a | b\n## c <img> [x](y) `z`";
    const text = exportMarkdown({ content: aContent({}, { incidents: [aWeekIncident({ title })] }), review: null });
    expect(text).toContain("a \\| b \\#\\# c \\<img\\> \\[x\\](y) \\`z\\`");
    expect(text).toContain("All \\*well\\*.");
  });

  test("every figure stands in it with its definition", () => {
    const text = exportMarkdown({ content: aContent(), review: null });
    expect(text).toContain("| Resumes that succeeded | 18 of 19 (95 %) | – | – | ≥ 90 % | – |");
    for (const name of ["Incidents", "Unknown for over an hour", "Time not spent again"])
      expect(text).toContain(`- ${name}: `);
  });
});

describe("as CSV", () => {
  test.each([
    ["=1+1", "'=1+1"],
    ["+31", "'+31"],
    ["-2", "'-2"],
    ["@sum", "'@sum"],
    ["\t=1", "'\t=1"],
    ["  =1", "'  =1"],
    ["\u0000=1", "'\u0000=1"],
    ["＝1", "'＝1"],
    ['"=1', `"'""=1"`],
    ["a=1", "a=1"],
    ["x-y", "x-y"],
    ['say "hi", you', '"say ""hi"", you"'],
    ["two\nlines", '"two\nlines"'],
    ["", ""],
  ])("the text %j becomes %j", (text, cell) => {
    expect(cellText(text)).toBe(cell);
  });

  test("numbers are numbers, also below zero; nothing is an empty cell", () => {
    expect([cellText(-3), cellText(0.5), cellText(null)]).toEqual(["-3", "0.5", ""]);
  });

  test("every row has as many cells as the head, and shares and lengths say how many they rest on", () => {
    const lines = exportCsv({ content: aContent(), review: frozen }).split("\r\n");
    expect(lines.at(-1)).toBe("");
    expect(new Set(lines.slice(0, -1).map((line) => line.replace(/"[^"]*"/g, "").split(",").length))).toEqual(
      new Set([10]),
    );
    expect(lines).toContain(`2026-W10,2,figure,Resumes that succeeded,${18 / 19},,,≥ 90 %,19,share of n`);
    expect(lines).toContain(`2026-W10,2,figure,"Time to settle, p95",6100,,,≤ 10 s,50,ms`);
    expect(lines).toContain("2026-W10,2,avoided,'=cmd,2,,,,,");
  });
});

test("both exports hold every part of the review: nobody who was not in the room misses a decision, a near miss or a gap", () => {
  const decided = {
    id: "d",
    what: "Declare a probe",
    owner: "Dana",
    due: "2026-03-13",
    reduces: "progress_loss",
  } as const;
  const when = { decidedBy: "Lea", decidedAt: monday, doneBy: null, doneAt: null };
  const former = { ...decided, ...when, week: "2026-W09", what: "Write a runbook", state: "late" } as const;
  const decision = { ...decided, ...when, week: "2026-W10", state: "open" } as const;
  const over = { former: [former], decisions: [decision], gaps: ["One week was not measured."] };
  const content = aContent({ ...over, nearMisses: [{ kind: "other_payload", state: "let_go", count: 3 }] });
  const [csv, markdown] = [exportCsv({ content, review: null }), exportMarkdown({ content, review: null })];
  for (const text of [csv, markdown])
    for (const part of [
      "Write a runbook",
      "Declare a probe",
      "Same key, other payload",
      "let go",
      "One week was not measured.",
    ])
      expect(text).toContain(part);
  expect(csv).toContain("resumes,passed,18,,,,,by a person");
});

test("a paragraph of several lines stays one in Markdown", () => {
  const text = exportMarkdown({
    content: aContent({ paragraph: "Tuesday was bad.\n\nThe rest was quiet." }),
    review: null,
  });
  expect(text).toContain("Tuesday was bad.\n\nThe rest was quiet.");
});

describe("what later settlements would change of a frozen week", () => {
  const incident = aWeekIncident({ title: "Two notes" });
  test("is nothing while nothing changed, whatever earlier weeks say now", () => {
    const now = aContent({}, { incidents: [{ ...incident, state: "resolved", owner: "Dana" }] });
    expect(amendmentsOf(aContent({}, { incidents: [incident] }), now)).toEqual([]);
  });

  test("is named figure by figure and incident by incident", () => {
    const now = aContent(
      {},
      {
        ...{ gotThrough: 1, incidents: [{ ...incident, class: "progress_loss" }, aWeekIncident({ title: "New" })] },
      },
    );
    expect(amendmentsOf(aContent({}, { incidents: [incident] }), now)).toEqual([
      { what: "Incidents", before: "1", after: "2" },
      { what: "Duplicates that got through", before: "0", after: "1" },
      { what: "Rate of duplicates avoided", before: "none", after: "0 of 1" },
      { what: "Two notes", before: "Duplicate action, S2", after: "Progress loss, S2" },
      { what: "New", before: "not in it", after: "Duplicate action" },
    ]);
  });

  test("includes an incident that was dismissed since", () => {
    expect(amendmentsOf(aContent({}, { incidents: [incident] }), aContent())).toContainEqual({
      what: "Two notes",
      before: "Duplicate action",
      after: "dismissed",
    });
  });
});
