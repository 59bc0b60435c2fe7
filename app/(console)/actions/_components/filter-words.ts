/** The filters in words: for the chips that lift them, and for the screen that says that nothing matches. */

import { actionLook } from "@/components/ledger/state";
import { formatAbsolute } from "@/components/ui/time-format";
import type { attemptReasons, avoidedCauses } from "@/lib/api/contract/action";
import type { ActionParams, Window } from "../search-params";

type Destination = { name: string; title: string };

export const windowWords: Record<Window, string> = {
  "1h": "last hour",
  "24h": "last 24 hours",
  "7d": "last 7 days",
  "30d": "last 30 days",
};

export const reasonWords: Record<(typeof attemptReasons)[number], string> = {
  timeout: "no answer in time",
  rate_limited: "rate limited",
  server_error: "server error",
  network_before_send: "network, before sending",
  network_after_send: "network, after sending",
  lease_lost: "lease lost",
  worker_crash: "worker crash",
  refused: "refused",
  error: "error in the code",
};

export function filterWords(params: ActionParams, destinations: readonly Destination[], zone = "UTC"): string[] {
  const { states, destination, text, within } = params;
  return [
    states.length > 0 && `outcome ${states.map((state) => actionLook[state].label.toLowerCase()).join(" or ")}`,
    destination !== null &&
      `destination ${destinations.find((each) => each.name === destination)?.title ?? destination}`,
    text !== "" && `text “${text}”`,
    within !== null && windowWords[within],
    figureWords(params),
    within === null && rangeWords(params, zone),
  ].filter((word) => typeof word === "string");
}

export const avoidedWords: Record<"any" | (typeof avoidedCauses)[number], string> = {
  any: "a duplicate was avoided",
  recovery: "a duplicate was avoided after a recovery",
  resume: "a duplicate was avoided after a resume",
  wake: "a duplicate was avoided when the run woke up",
  repeated_ask: "a duplicate was avoided when the code asked again",
};

type Figure = Pick<ActionParams, "avoided" | "contradicted" | "retried">;

/** What a bar on Insights counted. */
export function figureWords({ avoided, contradicted, retried }: Figure): string | null {
  if (avoided !== null) return avoidedWords[avoided];
  if (contradicted !== null) return "a duplicate got through";
  return retried === null ? null : `attempted again after: ${reasonWords[retried]}`;
}

export function rangeWords({ from, to }: Pick<ActionParams, "from" | "to">, zone: string): string | null {
  if (from !== null && to !== null) return `${formatAbsolute(from, zone)} – ${formatAbsolute(to, zone)}`;
  if (from !== null) return `from ${formatAbsolute(from, zone)}`;
  return to === null ? null : `before ${formatAbsolute(to, zone)}`;
}
