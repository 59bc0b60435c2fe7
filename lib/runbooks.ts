/**
 * Runbooks as Markdown with front matter. A verdict quotes the section that fits it; where there is none, the page says
 * so in words. They lie in REPRISE_RUNBOOKS, or with the demo.
 */

import { readFile } from "node:fs/promises";
import path from "node:path";
import type { VerdictKind } from "@/lib/ledger/verdict";

export type RunbookQuote = { title: string; section: string; markdown: string };

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

/** Null when there is no runbook, or none of its sections fits. */
export async function findRunbook(name: string | null, verdict: VerdictKind): Promise<RunbookQuote | null> {
  // The name comes from a declaration in code; still nothing but a plain name may reach the file system.
  if (name === null || !/^[a-z0-9-]+$/.test(name)) return null;
  const text = await readFile(path.join(folder(), `${name}.md`), "utf8").catch(() => null);
  if (text === null) return null;
  const section = sectionFor[verdict];
  const markdown = sectionOf(text, section);
  return markdown === null ? null : { title: titleOf(text) ?? name, section, markdown };
}

const folder = (): string => process.env.REPRISE_RUNBOOKS ?? path.join(process.cwd(), "lib/demo/runbooks");

const titleOf = (text: string): string | null => /^title:\s*(.+)$/m.exec(text)?.[1]?.trim() ?? null;

function sectionOf(text: string, heading: string): string | null {
  const parts = text.split(/^## +/m).slice(1);
  const part = parts.find((candidate) => candidate.split("\n", 1)[0]?.trim() === heading);
  return part === undefined ? null : part.slice(part.indexOf("\n") + 1).trim();
}
