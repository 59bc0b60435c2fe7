/** How far a "check all" got, in a sentence and per item. */

import type { DeskCheck } from "./desk-view";

type Item = DeskCheck["items"][number];

export function checkProgress(items: readonly Pick<Item, "look" | "why">[]) {
  const asked = items.filter(({ why }) => why === null);
  const answers = asked.flatMap(({ look }) =>
    look && (look.state === "done" || look.state === "failed") ? [look] : [],
  );
  const of = (result: string) => answers.filter((look) => (look.result ?? "unclear") === result).length;
  const parts = [
    `${answers.length} of ${asked.length} answered`,
    ...(answers.length > 0 ? [`${of("found")} found`, `${of("absent")} absent`, `${of("unclear")} unclear`] : []),
    ...(asked.length < items.length ? [`${items.length - asked.length} could not be asked about`] : []),
  ];
  return { answered: answers.length, total: items.length, sentence: `${parts.join(", ")}.` };
}

export function itemText({ look, why, state }: Pick<Item, "look" | "why" | "state">): string {
  if (why !== null) return why;
  if (look === null || look.state === "queued") return "waits for a worker that knows it, or for its time";
  if (look.state === "running") return "is being asked";
  const said = look.detail ?? "no answer";
  return state === "unknown" && look.result !== "found" ? `${said} It stays unknown: settle it below.` : said;
}
