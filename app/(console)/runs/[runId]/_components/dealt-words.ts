/** How a run was dealt with, in one sentence that ends with the next step where there is one. */

import type { RunView } from "./run-view";

export function dealtSentence(how: RunView["dealt"]["how"]): string {
  switch (how.as) {
    case "open":
      return "It stopped for good, and nobody has answered for it: resume it, name the run that did its work, or accept it.";
    case "resumed":
      return `${how.by} resumed it from ${how.from === 0 ? "zero" : `checkpoint ${how.from}`}.`;
    case "superseded":
      return how.by === null
        ? "Another run succeeded later at the same. If that one was about something else, open this one again."
        : `${how.by} named the run that did its work.`;
    case "accepted":
      return `${how.by} accepted it as it is.`;
    case "never_stopped":
      return "It never stopped for good.";
  }
}
