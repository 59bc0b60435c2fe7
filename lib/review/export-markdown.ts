/** A review as Markdown: for a wiki, a chat, a mail. Text of people is escaped, so that it stays text. */

import { classWords } from "./class-words";
import { figureMeaning } from "./figure";
import { figureText, lengthText, plural, shareText } from "./figure-text";
import { incidentClasses } from "./incident";
import { nearMissWords } from "./near-miss-words";
import type { Review, ReviewContent, ReviewedDecision } from "./review";
import { decisionWords, incidentStateWords, weekTitle } from "./review-words";
import { targetText } from "./target";

export type Exported = {
  content: ReviewContent;
  review: Pick<Review, "version" | "state" | "frozenAt" | "frozenBy" | "note"> | null;
};

export function exportMarkdown({ content, review }: Exported): string {
  const { figures, classes, incidents, recurring, nearMisses, wins, decisions, former, gaps } = content;
  const parts = [
    `# ${weekTitle(content.week)}`,
    versionLine({ content, review }),
    "## Last week's decisions",
    former.length === 0 ? "None." : list(former.map(decisionLine)),
    "## Numbers",
    table(
      ["", "This week", "Last week", "Four-week mean", "Target", "Change"],
      figures.map((line) => [
        figureMeaning[line.key].label,
        figureText(line.key, line.value),
        line.last === null ? "–" : figureText(line.key, line.last),
        line.mean === null ? "–" : figureText(line.key, line.mean),
        targetText(line.value, line.target),
        [line.change, line.judgement].filter((part) => part !== null).join(" ") || "–",
      ]),
    ),
    "## In short",
    content.paragraph
      .split(/\s*\n\s*/)
      .map(plain)
      .join("\n\n"),
    "## By class",
    table(
      ["Week", ...incidentClasses.map((name) => classWords[name])],
      classes.map(({ week, partial, counts }) => [
        partial ? `${week} so far` : week,
        ...incidentClasses.map((name) => String(counts[name])),
      ]),
    ),
    "## Incidents",
    incidents.length === 0
      ? "None."
      : table(
          ["Class", "Title", "Severity", "State", "Runs", "Actions", "Owner"],
          incidents.map((incident) => [
            classWords[incident.class],
            incident.title,
            incident.severity.toUpperCase(),
            incidentStateWords[incident.state],
            String(incident.runs),
            String(incident.actions),
            incident.owner ?? "nobody",
          ]),
        ),
    "## Recurring, and near misses",
    recurring.length + nearMisses.length === 0
      ? "None."
      : list([
          ...recurring.map(
            ({ title, weeks }) => `${plain(title)}: ${plural(weeks.length, "week")} (${weeks.join(", ")})`,
          ),
          ...nearMisses.map(
            ({ kind, state, count }) => `${nearMissWords[kind]}: ${count} ${state.replaceAll("_", " ")}`,
          ),
        ]),
    "## Wins",
    list([
      ...wins.avoidedByType.map(({ type, actions }) => `${plain(type)}: ${plural(actions, "duplicate")} avoided`),
      `Resumes by people that got past the step: ${shareText(wins.byPerson.passed, wins.byPerson.resumed)}`,
      `Recoveries by themselves that got past the step: ${shareText(wins.byItself.passed, wins.byItself.resumed)}`,
      `Work saved: ${plural(wins.workSaved.steps, "step")}, ${lengthText(wins.workSaved.tookMs)}`,
    ]),
    "## Decisions",
    decisions.length === 0 ? "None." : list(decisions.map(decisionLine)),
    "## Definitions and data gaps",
    list(figures.map(({ key }) => `${figureMeaning[key].label}: ${figureMeaning[key].definition}`)),
    gaps.length === 0 ? "No data gaps are known." : list(gaps.map(plain)),
  ];
  return `${parts.join("\n\n")}\n`;
}

export function versionLine({ content, review }: Exported): string {
  const when = (at: number) => new Date(at).toISOString();
  const of = `${content.zone}, computed ${when(content.asOf)}`;
  if (review === null || review.frozenAt === null)
    return `Draft${content.partial ? " of a week that is not over" : ""}, ${of}.`;
  const note = review.note === null ? "" : ` ${plain(review.note)}`;
  return `Version ${review.version}, frozen ${when(review.frozenAt)} by ${plain(review.frozenBy ?? "nobody")}, ${of}.${note}`;
}

const decisionLine = ({ state, what, owner, due, reduces, week }: ReviewedDecision): string =>
  `**${decisionWords[state]}** ${plain(what)} (${plain(owner)}, due ${due}, to reduce: ${classWords[reduces].toLowerCase()}; decided in ${week})`;

const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join("\n");

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const [first = "", ...rest] = rows.map((cells) => row(cells.map(plain)));
  return [row(head), row(head.map(() => "---")), first, ...rest].filter((line) => line !== "").join("\n");
}

/** What Markdown would take for its own, and line ends, which would end a list or a table. */
const plain = (text: string): string => text.replace(/[\r\n\u2028\u2029]+/g, " ").replace(/[\\`*_[\]<>|#~]/g, "\\$&");
