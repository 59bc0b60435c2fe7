/** What the address of the list of runs may say. Insights opens exactly the runs of a bar with from, to and its kind. */

import { createLoader, parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { windowNames, windowStart } from "@/components/table/time-window";
import type { RunFilters } from "@/lib/client/run-queries";
import { retryReasons } from "@/lib/progress/retry";
import { runStates } from "@/lib/progress/run";

export const runParams = {
  states: parseAsArrayOf(parseAsStringLiteral(runStates)).withDefault([]),
  text: parseAsString.withDefault(""),
  workflow: parseAsString,
  within: parseAsStringLiteral(windowNames),
  from: parseAsInteger,
  to: parseAsInteger,
  retried: parseAsStringLiteral(retryReasons),
  executed: parseAsStringLiteral(["resume", "recovery"] as const),
  dealt: parseAsStringLiteral(["open"] as const),
};

export const loadRunParams = createLoader(runParams);
export type RunParams = Awaited<ReturnType<typeof loadRunParams>>;

export function runFilters(params: RunParams, now: number): RunFilters {
  const { states, text, workflow, within, from, to, retried, executed, dealt } = params;
  return {
    states: states.length > 0 ? states : undefined,
    text: text.trim() === "" ? undefined : text.trim(),
    workflow: workflow ?? undefined,
    from: within === null ? (from ?? undefined) : windowStart(within, now),
    to: within === null ? (to ?? undefined) : undefined,
    retried: retried ?? undefined,
    executed: executed ?? undefined,
    dealt: dealt ?? undefined,
  };
}

export const hasFilters = (params: RunParams): boolean =>
  Object.values(params).some(
    (value) => value !== null && value !== "" && !(Array.isArray(value) && value.length === 0),
  );
