/** What the ledger's address may say. Insights opens exactly the rows of a bar with from, to and what the figure counts. */

import { createLoader, parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { attemptReasons, avoidedCauses } from "@/lib/api/contract/action";
import type { ActionFilters } from "@/lib/client/action-queries";
import { actionStates } from "@/lib/ledger/action";

export const windows = { "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000, "30d": 2_592_000_000 } as const;
export type Window = keyof typeof windows;
const windowNames = Object.keys(windows) as Window[]; // the keys of the literal above

export const actionParams = {
  states: parseAsArrayOf(parseAsStringLiteral(actionStates)).withDefault([]),
  destination: parseAsString,
  text: parseAsString.withDefault(""),
  within: parseAsStringLiteral(windowNames),
  from: parseAsInteger,
  to: parseAsInteger,
  avoided: parseAsStringLiteral(["any", ...avoidedCauses] as const),
  contradicted: parseAsStringLiteral(["true"] as const),
  retried: parseAsStringLiteral(attemptReasons),
};

export const loadActionParams = createLoader(actionParams);
export type ActionParams = Awaited<ReturnType<typeof loadActionParams>>;

/** Whole steps, so that a moving window does not make a new question of every poll. */
const windowStepMs = 60_000;

export function actionFilters(params: ActionParams, now: number): ActionFilters {
  const { states, destination, text, within, from, to, avoided, contradicted, retried } = params;
  const start = within === null ? from : Math.floor((now - windows[within]) / windowStepMs) * windowStepMs;
  return {
    states: states.length > 0 ? states : undefined,
    destination: destination ?? undefined,
    text: text.trim() === "" ? undefined : text.trim(),
    from: start ?? undefined,
    to: within === null ? (to ?? undefined) : undefined,
    avoided: avoided ?? undefined,
    contradicted: contradicted ?? undefined,
    retried: retried ?? undefined,
  };
}

export const hasFilters = (params: ActionParams): boolean =>
  Object.values(params).some(
    (value) => value !== null && value !== "" && !(Array.isArray(value) && value.length === 0),
  );
