/** The filters in words: for the chips that lift them, and for the screen that says that nothing matches. */

import { attemptReasonWords, avoidedCauseWords } from "@/components/ledger/reason-words";
import { actionLook } from "@/components/ledger/state";
import { rangeWords, windowWords } from "@/components/table/time-window";
import type { ActionParams } from "../search-params";

type Destination = { name: string; title: string };

export function filterWords(params: ActionParams, destinations: readonly Destination[], zone = "UTC"): string[] {
  const { states, destination, text, within } = params;
  return [
    states.length > 0 && `outcome ${states.map((state) => actionLook[state].label.toLowerCase()).join(" or ")}`,
    destination !== null &&
      `destination ${destinations.find((each) => each.name === destination)?.title ?? destination}`,
    text !== "" && `text “${text}”`,
    within !== null && windowWords[within],
    figureWords(params),
    params.nearMiss !== null && nearMissWords[params.nearMiss],
    within === null && rangeWords(params, zone),
  ].filter((word) => typeof word === "string");
}

export const nearMissWords = {
  any: "came close to another action or payload",
  open: "a near miss waits for a person",
} as const;

type Figure = Pick<ActionParams, "avoided" | "contradicted" | "longUnknown" | "retried">;

/** What a bar on Insights counted. */
export function figureWords({ avoided, contradicted, longUnknown, retried }: Figure): string | null {
  if (avoided !== null) {
    return avoided === "any" ? "a duplicate was avoided" : `a duplicate was avoided ${avoidedCauseWords[avoided]}`;
  }
  if (contradicted !== null) return "a duplicate got through";
  if (longUnknown !== null) return "nobody knew for over an hour whether it happened";
  return retried === null ? null : `attempted again after: ${attemptReasonWords[retried]}`;
}
