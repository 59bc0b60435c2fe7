/**
 * A runbook: Markdown with front matter that says what it is for, who answers for it and when it was last reviewed. It
 * is read strictly: what cannot be used is named by file and line, with what to do, and counts as not there.
 */

import { verdictKinds } from "@/lib/ledger/verdict";
import { runCauses, runStates } from "@/lib/progress/run";
import { causeClass } from "./incident";
import { type RunbookBlock, runbookBlocks } from "./runbook-blocks";

/** What a runbook can ask of the matter at hand. */
export const patternKeys = ["destination", "workflow", "step", "cause", "state", "verdict"] as const;
export type PatternKey = (typeof patternKeys)[number];

/** Of each key one of its values must be met; a value may end with `*`. */
export type Patterns = Partial<Record<PatternKey, string[]>>;

export type Runbook = {
  /** The name of its file, as destinations name it. */
  slug: string;
  title: string;
  owner: string;
  /** A calendar day, as in 2026-11-30. */
  reviewed: string;
  /** Declared by itself; null where the deployment's time holds. */
  staleAfterDays: number | null;
  patterns: Patterns;
  blocks: RunbookBlock[];
};

export type RunbookProblem = { file: string; line: number; message: string; nextStep: string };
export type ReadRunbook = { runbook: Runbook } | { problems: RunbookProblem[] };

/** Without these nobody learns from it whether to go on or to look first. */
export const neededSections = ["When to resume", "When to verify by hand"] as const;

/** A text for people at night, not a manual. */
export const runbookBytesMax = 128 * 1024;

const closedLists: Partial<Record<PatternKey, readonly string[]>> = {
  cause: [...new Set([...Object.keys(causeClass), "by_hand", ...Object.keys(runCauses)])].sort(),
  state: runStates,
  verdict: verdictKinds,
};

const keys = ["title", "owner", "reviewed", "stale_after_days", ...patternKeys] as const;
type Key = (typeof keys)[number];
type Entry = { value: string; line: number };

export function readRunbook(file: string, text: string): ReadRunbook {
  const problems: RunbookProblem[] = [];
  const problem = (line: number, message: string, nextStep: string) =>
    void problems.push({ file, line, message, nextStep });
  const slug = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/.exec(file)?.[1];
  if (slug === undefined || slug.length > 100) {
    problem(
      1,
      "Its name cannot be an address.",
      "Name it in lower case, digits and single hyphens, as in crm-notes.md.",
    );
  }
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const end = lines[0]?.trim() === "---" ? lines.findIndex((line, at) => at > 0 && line.trim() === "---") : -1;
  if (end === -1) {
    problem(
      1,
      lines[0]?.trim() === "---" ? "Its front matter has no end." : "It has no front matter.",
      "Begin the file with a line ---, then title, owner, reviewed and what it is for, then a line --- again.",
    );
    return { problems };
  }
  const entries = readEntries(lines.slice(1, end), problem);
  const fields = readFields(entries, problem);
  const patterns = readPatterns(entries, problem);
  const blocks = runbookBlocks(lines.slice(end + 1));
  for (const section of neededSections) {
    if (blocks.some((block) => block.section === section)) continue;
    problem(end + 1, `It has no section “${section}”.`, `Add a heading “## ${section}” with what holds there.`);
  }
  for (const { line, name } of unknownPlaceholders(lines, end)) {
    problem(line, `{${name}} leads nowhere.`, `Use one of ${placeholders.map((known) => `{${known}}`).join(", ")}.`);
  }
  return problems.length > 0 || slug === undefined
    ? { problems: problems.sort((a, b) => a.line - b.line) }
    : { runbook: { slug, ...fields, patterns, blocks } };
}

/** Where a step may lead: to a page or a button, which it never presses. */
export const placeholders = [
  "run",
  "plan",
  "accept",
  "action",
  "check",
  "settle",
  "destination",
  "incident",
  "unknowns",
] as const;
export type Placeholder = (typeof placeholders)[number];

type Report = (line: number, message: string, nextStep: string) => void;

function readEntries(lines: string[], problem: Report): Map<Key, Entry> {
  const entries = new Map<Key, Entry>();
  for (const [at, text] of lines.entries()) {
    const line = at + 2;
    if (text.trim() === "" || text.startsWith("#")) continue;
    const [, name, raw] = /^([a-z_]+):(.*)$/.exec(text) ?? [];
    if (name === undefined || raw === undefined) {
      problem(line, "This line is not “key: value”.", "Write one key per line, without indentation or lists.");
    } else if (!isKey(name)) {
      problem(line, `The key “${name}” is not known.`, `Use one of ${keys.join(", ")}.`);
    } else if (entries.has(name)) {
      problem(line, `The key “${name}” stands here twice.`, "Keep one; several values are separated by commas.");
    } else {
      entries.set(name, { value: raw.trim().replace(/^(["'])(.*)\1$/, "$2"), line });
    }
  }
  return entries;
}

const isKey = (name: string): name is Key => (keys as readonly string[]).includes(name);

function readFields(entries: Map<Key, Entry>, problem: Report) {
  const text = (key: Key, example: string): string => {
    const entry = entries.get(key);
    if (!entry?.value) problem(entry?.line ?? 1, `Its ${key} is missing.`, `Add a line such as “${key}: ${example}”.`);
    return entry?.value ?? "";
  };
  const title = text("title", "Notes in the CRM");
  const owner = text("owner", "CRM platform team");
  const reviewed = text("reviewed", "2026-11-30");
  if (reviewed !== "" && !isDay(reviewed)) {
    problem(entries.get("reviewed")?.line ?? 1, `“${reviewed}” is not a day.`, "Write it as in 2026-11-30.");
  }
  const stale = entries.get("stale_after_days");
  const days = stale === undefined ? null : Number(stale.value);
  if (stale !== undefined && !(Number.isInteger(days) && Number(days) >= 1 && Number(days) <= 3_650)) {
    problem(stale.line, `“${stale.value}” is not a number of days.`, "Write a whole number from 1 to 3650.");
  }
  return { title, owner, reviewed, staleAfterDays: days };
}

function readPatterns(entries: Map<Key, Entry>, problem: Report): Patterns {
  const patterns: Patterns = {};
  for (const key of patternKeys) {
    const entry = entries.get(key);
    if (entry === undefined) continue;
    const values = entry.value.split(",").map((value) => value.trim());
    patterns[key] = values;
    for (const value of values) {
      const why = whyNoPattern(key, value);
      if (why) problem(entry.line, why.message, why.nextStep);
    }
  }
  if (Object.keys(patterns).length === 0) {
    problem(1, "It does not say what it is for.", `Add at least one of ${patternKeys.join(", ")}.`);
  }
  return patterns;
}

function whyNoPattern(key: PatternKey, value: string): { message: string; nextStep: string } | null {
  if (value === "" || value === "*") {
    return { message: `A value of “${key}” is empty.`, nextStep: "Name what it must be, or remove the key." };
  }
  if (value.slice(0, -1).includes("*")) {
    return { message: `“${value}” has a * inside.`, nextStep: "A * may only stand at the end, as in crm.*." };
  }
  const known = closedLists[key];
  const fits = known === undefined || known.some((candidate) => meets(value, candidate));
  return fits ? null : { message: `“${value}” is no ${key}.`, nextStep: `Use one of ${known?.join(", ")}.` };
}

export const meets = (pattern: string, value: string): boolean =>
  pattern.endsWith("*") ? value.startsWith(pattern.slice(0, -1)) : pattern === value;

function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

function unknownPlaceholders(lines: string[], end: number): { line: number; name: string }[] {
  return lines.flatMap((text, at) =>
    at <= end
      ? []
      : [...text.matchAll(/\]\(\{([^{}()]*)\}\)/g)]
          .map((match) => match[1] ?? "")
          .filter((name) => !(placeholders as readonly string[]).includes(name))
          .map((name) => ({ line: at + 1, name })),
  );
}

/** When nobody looked at it for longer than declared. `today` is a calendar day in the deployment's zone. */
export function isStale(runbook: Pick<Runbook, "reviewed" | "staleAfterDays">, today: string, days: number): boolean {
  const age = Date.parse(`${today}T00:00:00Z`) - Date.parse(`${runbook.reviewed}T00:00:00Z`);
  return age > (runbook.staleAfterDays ?? days) * 86_400_000;
}
