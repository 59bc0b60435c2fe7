/** Who gets a run when, and what will befall it: drawn before anything runs, so that it depends on the seed alone. */

import { getTicket } from "@/lib/demo/world/tickets";
import { arrivalTimes, minute, type Span } from "./arrivals";
import type { Chance } from "./chance";
import { drawMishap, type Mishap, noMishap, type WorkflowName } from "./mishap";

export type RunPlan = {
  workflow: WorkflowName;
  ticketId: string;
  eventId: string;
  at: number;
  mishap: Mishap;
  chance: Chance;
};

/** The ticket before the told stories; their numbers are left out. */
const lastTicket = 1040;
const toldTickets = [1038];
/** A receipt is a run of its own, for every fourth ticket. */
const ticketsPerRun = 0.8;
/** The youngest tell what an ordinary run looks like. */
const plainRuns = 3;

/** More would need ticket numbers below zero. */
export const runsMax = Math.floor((lastTicket - toldTickets.length) / ticketsPerRun);

/** Sorted by time. */
export function planRuns(count: number, span: Span, outage: Span, chance: Chance): RunPlan[] {
  const numbers = ticketNumbers(Math.max(1, Math.round(count * ticketsPerRun)));
  const times = arrivalTimes(numbers.length, span, outage, chance.fork("arrivals"));
  const withReceipt = new Set(
    [...numbers.keys()]
      .map((index) => ({ index, drawn: chance.next() }))
      .sort((a, b) => a.drawn - b.drawn)
      .slice(0, count - numbers.length)
      .map(({ index }) => index),
  );
  const plans = numbers.flatMap((number, index): RunPlan[] => {
    const ticketId = `T-${String(number).padStart(4, "0")}`;
    const own = chance.fork(ticketId);
    const eventId = `desk-event-${88_121 - (lastTicket + 1 - number) * 7}`;
    const workflow = getTicket(ticketId).sensitive ? "sensitive-ticket" : "support-ticket";
    const isPlain = index >= numbers.length - plainRuns;
    const at = times[index] ?? span.to;
    const plan = (name: WorkflowName, from: number): RunPlan => ({
      workflow: name,
      ticketId,
      eventId,
      at: from,
      mishap: isPlain ? noMishap : drawMishap(name, ticketId, own.fork(name)),
      chance: own.fork(`people of ${name}`),
    });
    const receipt = withReceipt.has(index) ? [plan("ticket-receipt", at)] : [];
    return [...receipt, plan(workflow, at + (receipt.length > 0 ? minute : 0))];
  });
  return plans.sort((a, b) => a.at - b.at);
}

/** Ascending. */
function ticketNumbers(count: number): number[] {
  const numbers: number[] = [];
  for (let number = lastTicket; numbers.length < count; number--) {
    if (!toldTickets.includes(number)) numbers.unshift(number);
  }
  return numbers;
}
