/** The beginning of a runbook that is missing, for a matter that has none: to be copied into a file and filled in. */

import type { Matter } from "./runbook-match";

/** Of several values the first one is asked for: a template that asks for everything would fit nothing else. */
export function runbookTemplate(
  matter: Pick<Matter, "destination" | "workflow" | "step" | "cause">,
  today: string,
): string {
  const { destination, workflow, step, cause } = matter;
  const asked = [
    ["destination", destination[0]],
    // A step of an action is named for its type, which its destination says well enough.
    ["workflow", destination.length > 0 ? undefined : workflow[0]],
    ["step", destination.length > 0 ? undefined : step[0]],
    ["cause", cause[0]],
  ].flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`]));
  const about = destination[0] ?? step[0] ?? workflow[0] ?? "it";
  return [
    "---",
    `title: What to do about ${about}`,
    "owner: WHO ANSWERS FOR IT",
    `reviewed: ${today}`,
    ...asked,
    "---",
    "",
    "What it is, and how it treats what is sent twice.",
    "",
    "## When to resume",
    "",
    "1. Look at [the run]({run}): what must hold before it goes on from its checkpoint?",
    "2. Open [the resume plan]({plan}).",
    "",
    "## When to verify by hand",
    "",
    "1. Where to look, and for what. Then [settle…]({settle}) with what you saw.",
    "",
    "## When to stop",
    "",
    "Whom to call, and with what.",
    "",
  ].join("\n");
}
