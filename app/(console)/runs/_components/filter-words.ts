/** The filters in words: for the chips that lift them, and for the screen that says that nothing matches. */

import { runLook } from "@/components/progress/state";
import { rangeWords, windowWords } from "@/components/table/time-window";
import { retryReasonLabels } from "@/lib/progress/retry";
import type { RunParams } from "../search-params";

export function filterWords(params: RunParams, zone: string): string[] {
  const { states, text, workflow, within } = params;
  return [
    states.length > 0 && `state ${states.map((state) => runLook[state].label.toLowerCase()).join(" or ")}`,
    text !== "" && `text “${text}”`,
    workflow !== null && `workflow ${workflow}`,
    within !== null && `started in the ${windowWords[within]}`,
    params.dealt !== null && "stopped for good (failed, or blocked until a person resumes it), not dealt with",
    figureWords(params),
    within === null && rangeWords(params, zone),
  ].filter((word) => typeof word === "string");
}

/** What a bar on Insights counted. */
export function figureWords({ retried, executed }: Pick<RunParams, "retried" | "executed">): string | null {
  const parts = [
    retried !== null && `a step was tried again after: ${retryReasonLabels[retried].toLowerCase()}`,
    executed !== null && (executed === "resume" ? "resumed by a person" : "recovered by itself"),
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : parts.join(", ");
}
