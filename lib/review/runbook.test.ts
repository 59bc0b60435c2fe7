import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, test } from "vitest";
import { isStale, patternKeys, type Runbook, readRunbook } from "./runbook";
import { sectionMarkdown, stepIdentity } from "./runbook-blocks";
import { type Matter, matchRunbooks, noMatter } from "./runbook-match";
import { runbookTemplate } from "./runbook-template";

const sections = "## When to resume\n\nNow.\n\n## When to verify by hand\n\n1. Look.\n";
const front = (lines: string[]): string => ["---", ...lines, "---", "", sections].join("\n");
const good = ["title: Notes", "owner: Ada", "reviewed: 2026-11-30", "destination: crm"];
const problemsOf = (text: string, file = "crm.md") => {
  const read = readRunbook(file, text);
  return "problems" in read ? read.problems : [];
};

test("a runbook is read with what it is for, who answers for it and its steps", () => {
  const text = front([...good, "state: blocked, interrupted", "stale_after_days: 30", "# a remark"]);
  expect(readRunbook("crm.md", text)).toEqual({
    runbook: {
      slug: "crm",
      title: "Notes",
      owner: "Ada",
      reviewed: "2026-11-30",
      staleAfterDays: 30,
      patterns: { destination: ["crm"], state: ["blocked", "interrupted"] },
      blocks: [
        { section: "When to resume", kind: "text", markdown: "" },
        { section: "When to resume", kind: "text", markdown: "Now." },
        { section: "When to verify by hand", kind: "text", markdown: "" },
        { section: "When to verify by hand", kind: "steps", steps: [{ number: 1, text: "Look." }] },
      ],
    },
  });
});

test("Windows line ends and a byte order mark change nothing", () => {
  const text = front(good);
  expect(readRunbook("crm.md", `\uFEFF${text.replaceAll("\n", "\r\n")}`)).toEqual(readRunbook("crm.md", text));
});

describe("a file that cannot be used is refused with its line and what to do", () => {
  it.each([
    ["no front matter", "# Notes\n", 1, /no front matter/],
    ["front matter without an end", "---\ntitle: Notes\n", 1, /no end/],
    ["an unknown key", front([...good, "ownr: Ada"]), 6, /“ownr” is not known/],
    ["a list instead of a value", front([...good, "  - crm"]), 6, /not “key: value”/],
    ["the same key twice", front([...good, "destination: queue"]), 6, /twice/],
    ["no owner", front(good.filter((line) => !line.startsWith("owner"))), 1, /owner is missing/],
    ["an empty owner", front(good.map((line) => line.replace("Ada", ""))), 3, /owner is missing/],
    ["a day that does not exist", front(good.map((line) => line.replace("11-30", "02-30"))), 4, /not a day/],
    ["nothing it is for", front(good.slice(0, 3)), 1, /what it is for/],
    ["an unknown state", front([...good, "state: asleep"]), 6, /“asleep” is no state/],
    ["an unknown cause", front([...good, "cause: bad_luck"]), 6, /“bad_luck” is no cause/],
    ["an empty value in a list", front([...good, "workflow: a,,b"]), 6, /is empty/],
    ["a value that fits everything", front([...good, "workflow: *"]), 6, /is empty/],
    ["a star inside", front([...good, "step: crm.*.note"]), 6, /a \* inside/],
    ["a time without a number", front([...good, "stale_after_days: soon"]), 6, /number of days/],
    ["no word on resuming", front(good).replace("When to resume", "Other"), 6, /“When to resume”/],
    ["no word on verifying", front(good).replace("When to verify", "Other"), 6, /“When to verify by hand”/],
    ["a placeholder that leads nowhere", `${front(good)}\n[Press]({button})\n`, 16, /\{button\} leads nowhere/],
  ])("%s", (_, text, line, message) => {
    const [first] = problemsOf(text);
    expect(first).toMatchObject({ file: "crm.md", line, message: expect.stringMatching(message) });
    expect(first?.nextStep.length).toBeGreaterThan(10);
  });

  it.each(["CRM.md", "crm notes.md", "../crm.md", "crm--notes.md", "-.md"])("a name like %s", (file) => {
    expect(problemsOf(front(good), file)[0]?.message).toMatch(/cannot be an address/);
  });

  it("all that is wrong is said at once, in the order of its lines", () => {
    const problems = problemsOf("---\ntitel: x\nstate: asleep\n---\n");
    expect(problems.map(({ line }) => line)).toEqual([...problems.map(({ line }) => line)].sort((a, b) => a - b));
    expect(problems.length).toBeGreaterThan(5);
  });
});

describe("the steps of a runbook", () => {
  const stepsOf = (body: string) => {
    const read = readRunbook("crm.md", `${front(good)}\n## Do\n\n${body}`);
    if ("problems" in read) throw new Error(JSON.stringify(read.problems));
    return read.runbook.blocks.flatMap((block) =>
      block.kind === "steps" && block.section === "Do" ? block.steps.map(({ text }) => text) : [],
    );
  };
  it("hold what is indented below them", () => {
    expect(stepsOf("1. First,\n   and more.\n\n   - a point\n2. Second\n\nNo step.\n")).toEqual([
      "First,\nand more.\n\n- a point",
      "Second",
    ]);
  });
  it("are not taken from code, nor from bullets", () => {
    expect(stepsOf("```\n1. not a step\n```\n\n- 1. neither\n")).toEqual([]);
  });
  it("keep their identity when they are wrapped or numbered anew, and lose it with their words or section", () => {
    const identity = stepIdentity("Do", { text: "Press it\nnow." });
    expect(stepIdentity("Do", { text: "Press it now." })).toBe(identity);
    expect(stepIdentity("Do", { text: "Press it later." })).not.toBe(identity);
    expect(stepIdentity("Else", { text: "Press it now." })).not.toBe(identity);
  });
  it("stand in the quote of their section as they were written", () => {
    const read = readRunbook(
      "crm.md",
      `${front(good)}\n## Do\n\nSo:\n\n1. First,\n   and more.\n2. Second\n\nThen rest.\n`,
    );
    const blocks = "runbook" in read ? read.runbook.blocks : [];
    expect(sectionMarkdown(blocks, "Do")).toBe("So:\n\n1. First,\n   and more.\n2. Second\n\nThen rest.");
    expect(sectionMarkdown(blocks, "Nowhere")).toBeNull();
  });
});

describe("of several runbooks", () => {
  const matter: Matter = {
    ...noMatter,
    destination: ["crm"],
    workflow: ["support-ticket"],
    step: ["crm.note"],
    cause: ["outcome_unknown"],
    state: ["blocked"],
    verdict: ["ask_a_person"],
  };
  const a = (slug: string, patterns: Runbook["patterns"]) => ({ slug, patterns });
  const slugsOf = (runbooks: ReturnType<typeof a>[], of: Matter = matter) => {
    const match = matchRunbooks(of, runbooks);
    return match && [match.best.slug, match.ties.map(({ slug }) => slug)];
  };
  it.each([
    ["none fits what asks for something else", [a("x", { destination: ["queue"] })], null],
    ["none fits what asks for more than is known", [a("x", { destination: ["crm"], state: ["failed"] })], null],
    ["one of several values is enough", [a("x", { destination: ["queue", "crm"] })], ["x", []]],
    [
      "the one that asks for more wins",
      [a("a", { destination: ["crm"] }), a("b", { destination: ["crm"], verdict: ["ask_a_person"] })],
      ["b", []],
    ],
    [
      "an exact value wins over one with a star",
      [a("a", { step: ["crm.*"] }), a("b", { step: ["crm.note"] })],
      ["b", []],
    ],
    [
      "equals are told, in the order of their names",
      [a("z", { destination: ["crm"] }), a("b", { workflow: ["support-ticket"] }), a("c", { step: ["crm.*"] })],
      ["b", ["z"]],
    ],
    ["one without a pattern fits nothing", [a("x", {})], null],
  ])("%s", (_, runbooks, expected) => {
    expect(slugsOf(runbooks)).toEqual(expected);
  });
  it("the one that a destination names fits like its exact destination, and a more special one wins over it", () => {
    const named = { ...matter, named: ["house-rules"] };
    const rules = a("house-rules", { destination: ["elsewhere"] });
    expect(slugsOf([rules], named)).toEqual(["house-rules", []]);
    expect(slugsOf([rules, a("crm", { destination: ["crm"] })], named)).toEqual(["crm", ["house-rules"]]);
    expect(slugsOf([rules, a("crm", { destination: ["crm"], cause: ["outcome_unknown"] })], named)).toEqual([
      "crm",
      [],
    ]);
  });
});

test.each([
  ["2026-09-01", null, false],
  ["2026-08-31", null, true],
  ["2026-11-20", 9, true],
  ["2026-11-20", 10, false],
] as const)("reviewed on %s with %s days of its own is stale on 2026-11-30: %s", (reviewed, staleAfterDays, stale) => {
  expect(isStale({ reviewed, staleAfterDays }, "2026-11-30", 90)).toBe(stale);
});

test.each([
  { destination: ["crm"], workflow: ["support-ticket"], step: ["crm.note"], cause: ["unknown_unsettled"] },
  { destination: [], workflow: ["support-ticket"], step: ["draft"], cause: ["code_changed", "error"] },
  { destination: [], workflow: ["support-ticket"], step: [], cause: [] },
])("the template for a missing runbook can be used as it is, and fits what it was made for: %j", (place) => {
  const read = readRunbook("new.md", runbookTemplate(place, "2026-11-30"));
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  expect(matchRunbooks({ ...noMatter, ...place }, [read.runbook])?.best.slug).toBe("new");
});

const demo = path.resolve(import.meta.dirname, "../demo/runbooks");
test.each(readdirSync(demo))("the demo's runbook %s can be used", (file) => {
  expect(problemsOf(readFileSync(path.join(demo, file), "utf8"), file)).toEqual([]);
});

test("what runbooks can ask for is what a matter knows", () => {
  expect(Object.keys(noMatter).sort()).toEqual([...patternKeys, "named"].sort());
});
