/**
 * The text of a runbook in the order of its page: what is read, and the numbered steps that can be ticked. A step is
 * known by its words, so that a tick never stands beside words that nobody read.
 */

export type RunbookStep = { number: number; text: string };
/** Under a heading `## …`; null before the first one. */
export type RunbookBlock = { section: string | null } & (
  | { kind: "text"; markdown: string }
  | { kind: "steps"; steps: RunbookStep[] }
);

/** Steps are numbered lines that begin at the margin; what is indented below one belongs to it. */
export function runbookBlocks(lines: readonly string[]): RunbookBlock[] {
  const blocks: RunbookBlock[] = [];
  let section: string | null = null;
  let prose: string[] = [];
  let steps: { number: number; lines: string[] }[] = [];
  let isFenced = false;
  const endProse = () => {
    const markdown = prose.join("\n").trim();
    if (markdown !== "") blocks.push({ section, kind: "text", markdown });
    prose = [];
  };
  const endSteps = () => {
    if (steps.length > 0) {
      blocks.push({
        section,
        kind: "steps",
        steps: steps.map((step) => ({ number: step.number, text: dedented(step.lines) })),
      });
    }
    steps = [];
  };
  for (const line of lines) {
    if (/^\s*(```|~~~)/.test(line)) isFenced = !isFenced;
    const heading = isFenced ? null : /^##\s+(.+?)\s*#*\s*$/.exec(line);
    const step = isFenced ? null : /^(\d{1,4})[.)]\s+(.*)$/.exec(line);
    const current = steps.at(-1);
    if (heading) {
      endProse();
      endSteps();
      section = heading[1] ?? null;
      // So that a section without words is still there.
      blocks.push({ section, kind: "text", markdown: "" });
    } else if (step) {
      endProse();
      steps.push({ number: Number(step[1]), lines: [step[2] ?? ""] });
    } else if (current && (line.trim() === "" || /^\s{2,}/.test(line))) {
      current.lines.push(line);
    } else {
      endSteps();
      prose.push(line);
    }
  }
  endProse();
  endSteps();
  return blocks;
}

function dedented([first = "", ...rest]: string[]): string {
  const indents = rest.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents, 8);
  return [first, ...rest.map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length)))]
    .join("\n")
    .trim();
}

/** What is hashed of a step: its section and its words, not its number, and not how its lines are broken. */
export const stepIdentity = (section: string | null, { text }: Pick<RunbookStep, "text">): string =>
  `${section ?? ""}\n${text.replace(/\s+/g, " ").trim()}`;

/** A section as it was written; null when it is not there. */
export function sectionMarkdown(blocks: readonly RunbookBlock[], section: string): string | null {
  const parts = blocks.filter((block) => block.section === section);
  if (parts.length === 0) return null;
  return parts
    .map((block) =>
      block.kind === "text"
        ? block.markdown
        : block.steps.map(({ number, text }) => `${number}. ${text.replace(/\n/g, "\n   ")}`).join("\n"),
    )
    .filter((part) => part !== "")
    .join("\n\n");
}
