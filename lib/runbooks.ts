/**
 * The deployment's folder of runbooks, read as it is at this moment: a file that cannot be used is told of and counts as
 * not there, and nothing in the folder can take a page down. Unchanged files are parsed once.
 */

import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { readEnv } from "@/lib/env";
import type { VerdictKind } from "@/lib/ledger/verdict";
import {
  type ReadRunbook,
  type Runbook,
  type RunbookProblem,
  readRunbook,
  runbookBytesMax,
} from "@/lib/review/runbook";
import { sectionMarkdown } from "@/lib/review/runbook-blocks";
import { type Matter, matchRunbooks } from "@/lib/review/runbook-match";
import { runbookTemplate } from "@/lib/review/runbook-template";
import { deploymentZone, isoDay } from "@/lib/zone";

export type RunbookShelf = {
  /** Null when the deployment has none. */
  folder: string | null;
  staleAfterDays: number;
  /** By name. */
  runbooks: Runbook[];
  problems: RunbookProblem[];
};

export type NamedRunbook = { slug: string; title: string };
/** Where to look about a matter: the runbook that fits best, others that fit as well, or how to write one. */
export type RunbookPointer = { best: NamedRunbook | null; ties: NamedRunbook[]; template: string | null };
export type RunbookQuote = NamedRunbook & { section: string; markdown: string };

const filesMax = 500;

export async function readShelf(): Promise<RunbookShelf> {
  const { folder, staleAfterDays } = readEnv().runbooks;
  const shelf: RunbookShelf = { folder, staleAfterDays, runbooks: [], problems: [] };
  if (folder === null) return shelf;
  const names = await readdir(folder).catch(() => null);
  if (names === null) {
    const message = "The folder of runbooks cannot be read.";
    shelf.problems.push({ file: folder, line: 0, message, nextStep: "Set REPRISE_RUNBOOKS to a folder that exists." });
    return shelf;
  }
  const files = names.filter((name) => name.endsWith(".md") && name !== "README.md").sort();
  for (const read of await Promise.all(files.slice(0, filesMax).map((file) => readOne(folder, file)))) {
    if ("runbook" in read) shelf.runbooks.push(read.runbook);
    else shelf.problems.push(...read.problems);
  }
  if (files.length > filesMax) {
    const message = `Only the first ${filesMax} of ${files.length} files are read.`;
    shelf.problems.push({ file: folder, line: 0, message, nextStep: "Merge some, or remove what nobody uses." });
  }
  return shelf;
}

export const pointerTo = (shelf: RunbookShelf, matter: Matter): RunbookPointer => {
  const match = matchRunbooks(matter, shelf.runbooks);
  return match === null
    ? { best: null, ties: [], template: runbookTemplate(matter, today()) }
    : { best: named(match.best), ties: match.ties.map(named), template: null };
};

/** What the best runbook that has something on the verdict says; null when none does. */
export function quoteFrom(shelf: RunbookShelf, matter: Matter, verdict: VerdictKind): RunbookQuote | null {
  const section = sectionFor[verdict];
  for (const runbook of matchRunbooks(matter, shelf.runbooks)?.all ?? []) {
    const markdown = sectionMarkdown(runbook.blocks, section);
    if (markdown) return { ...named(runbook), section, markdown };
  }
  return null;
}

export const today = (): string => isoDay(Date.now(), deploymentZone());

const sectionFor: Record<VerdictKind, string> = {
  safe: "When to resume",
  wait: "When to resume",
  not_needed: "When to resume",
  safe_with_same_key: "When to resume",
  verify_first: "If the outcome is unknown",
  ask_a_person: "When to verify by hand",
  incident: "When to verify by hand",
  useless: "If it was refused",
};

const named = ({ slug, title }: Runbook): NamedRunbook => ({ slug, title });

/** By path; as it was read at this size and time of change. */
const parsed = new Map<string, { stamp: string; read: ReadRunbook }>();

async function readOne(folder: string, file: string): Promise<ReadRunbook> {
  const place = path.join(/* turbopackIgnore: true */ folder, file);
  const problem = (message: string, nextStep: string): ReadRunbook => ({
    problems: [{ file, line: 1, message, nextStep }],
  });
  try {
    const { mtimeMs, size } = await stat(place);
    if (size > runbookBytesMax) {
      return problem(`It has ${size} bytes; at most ${runbookBytesMax} are read.`, "Split it, or shorten it.");
    }
    const stamp = `${mtimeMs} ${size}`;
    const known = parsed.get(place);
    if (known?.stamp === stamp) return known.read;
    const read = readRunbook(file, await readFile(place, "utf8"));
    parsed.set(place, { stamp, read });
    return read;
  } catch {
    return problem("It cannot be read.", "Make it a plain file that the console's process may read.");
  }
}
