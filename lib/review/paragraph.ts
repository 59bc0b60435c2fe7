/** The week in a few plain sentences, from its figures alone. A person may write over it. */

import { classWords } from "./class-words";
import type { FigureLine } from "./compare";
import { type FigureKey, type FigureValue, isJudgeable, sizeOf } from "./figure";
import { figureText, plural, shareText } from "./figure-text";
import { incidentClasses } from "./incident";
import type { ClassCounts, Recurring } from "./review";
import { targetText } from "./target";

export type ParagraphFacts = {
  lines: readonly FigureLine[];
  classes: ClassCounts;
  recurring: readonly Recurring[];
};

export function writeParagraph({ lines, classes, recurring }: ParagraphFacts): string {
  const line = (key: FigureKey): FigureLine => {
    const found = lines.find((candidate) => candidate.key === key);
    if (found === undefined) throw new Error(`There is no figure ${key}.`);
    return found;
  };
  const sentences = [
    incidentsSentence(line("incidents"), classes),
    duplicatesSentence(line("got_through"), line("avoided")),
    unknownSentence(line("long_unknown")),
    resumesSentence(line("resumes")),
    settlingSentence(line("settling_p95")),
    recurringSentence(recurring),
  ];
  return sentences.filter((sentence) => sentence !== null).join(" ");
}

function incidentsSentence({ value, last }: FigureLine, classes: ClassCounts): string {
  const n = sizeOf(value) ?? 0;
  const parts = incidentClasses.filter((name) => classes[name] > 0);
  const named = parts.map((name) => `${classes[name]} ${classWords[name].toLowerCase()}`).join(", ");
  if (n === 0) return `There was no incident${(sizeOf(last ?? value) ?? 0) > 0 ? than(n, last) : ""}.`;
  return `There ${n === 1 ? "was" : "were"} ${plural(n, "incident")}${than(n, last)}: ${named}.`;
}

function duplicatesSentence(through: FigureLine, avoided: FigureLine): string {
  const n = sizeOf(through.value) ?? 0;
  const spared = sizeOf(avoided.value) ?? 0;
  const got = n === 0 ? "No duplicate got through" : `${plural(n, "duplicate")} got through${than(n, through.last)}`;
  return `${got}; ${spared === 0 ? "none had to be avoided" : `${spared} ${spared === 1 ? "was" : "were"} avoided`}.`;
}

function unknownSentence({ value, last }: FigureLine): string | null {
  const n = sizeOf(value) ?? 0;
  if (n === 0) return (sizeOf(last ?? value) ?? 0) > 0 ? "Nothing stayed unknown for over an hour any more." : null;
  return `${plural(n, "action")} stayed unknown for over an hour${than(n, last)}.`;
}

function resumesSentence({ key, value, last }: FigureLine): string | null {
  if (value.kind !== "share" || value.whole === 0) return null;
  const text = shareText(value.part, value.whole);
  const before = last !== null && isJudgeable(key, last) ? `, after ${figureText(key, last)} the week before` : "";
  const were = value.part === 1 && value.whole === 1 ? "resume got" : "resumes got";
  return `${text} ${were} past the step that had stopped the run${before}.`;
}

function settlingSentence({ key, value, target, met }: FigureLine): string | null {
  if (met === null) return null;
  const against = met ? "within" : "beyond";
  return `Of twenty actions nineteen were settled within ${figureText(key, value)}, ${against} the target of ${targetText(value, target)}.`;
}

function recurringSentence([most]: readonly Recurring[]): string | null {
  return most === undefined ? null : `Seen in ${most.weeks.length} weeks of the last eight: ${quoted(most.title)}.`;
}

/** A title may end as a sentence does. */
const quoted = (title: string): string => title.replace(/[.!?]+$/, "");

function than(n: number, last: FigureValue | null): string {
  const before = last === null ? null : sizeOf(last);
  if (before === null) return "";
  if (n === before) return ", as many as the week before";
  return `, ${Math.abs(n - before)} ${n > before ? "more" : "fewer"} than the week before`;
}
