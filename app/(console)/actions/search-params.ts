/** What the ledger's address may say. Insights opens exactly the rows of a bar with from, to and what the figure counts. */

import { createLoader, parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { windowNames, windowStart } from "@/components/table/time-window";
import { attemptReasons, avoidedCauses } from "@/lib/api/contract/action";
import type { ActionFilters } from "@/lib/client/action-queries";
import { actionStates } from "@/lib/ledger/action";

export const actionParams = {
  states: parseAsArrayOf(parseAsStringLiteral(actionStates)).withDefault([]),
  destination: parseAsString,
  text: parseAsString.withDefault(""),
  within: parseAsStringLiteral(windowNames),
  from: parseAsInteger,
  to: parseAsInteger,
  avoided: parseAsStringLiteral(["any", ...avoidedCauses] as const),
  contradicted: parseAsStringLiteral(["true"] as const),
  longUnknown: parseAsStringLiteral(["true"] as const),
  retried: parseAsStringLiteral(attemptReasons),
  nearMiss: parseAsStringLiteral(["any", "open"] as const),
};

export const loadActionParams = createLoader(actionParams);
export type ActionParams = Awaited<ReturnType<typeof loadActionParams>>;

export function actionFilters(params: ActionParams, now: number): ActionFilters {
  const { states, destination, text, within, from, to, avoided, contradicted, longUnknown, retried, nearMiss } = params;
  const start = within === null ? from : windowStart(within, now);
  return {
    states: states.length > 0 ? states : undefined,
    destination: destination ?? undefined,
    text: text.trim() === "" ? undefined : text.trim(),
    from: start ?? undefined,
    to: within === null ? (to ?? undefined) : undefined,
    avoided: avoided ?? undefined,
    contradicted: contradicted ?? undefined,
    longUnknown: longUnknown ?? undefined,
    retried: retried ?? undefined,
    nearMiss: nearMiss ?? undefined,
  };
}

export const hasFilters = (params: ActionParams): boolean =>
  Object.values(params).some(
    (value) => value !== null && value !== "" && !(Array.isArray(value) && value.length === 0),
  );
