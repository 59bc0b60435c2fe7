/** Who gets a run when, and what will befall it: drawn before anything runs, so that it depends on the seed alone. */

import { getTicket } from "@/lib/demo/world/tickets";
import { arrivalTimes, minute, type Span } from "./arrivals";
import type { Chance } from "./chance";
import { drawMishap, type Mishap, noMishap, type WorkflowName } from "./mishap";

/** What people do about this very run, where it is not left to chance. */
export type Manners = {
  decide?: "approve" | "reject";
  /** Wrongly: they look where it is not, and say that it did not happen. Late: hours after. */
  settle?: "wrongly" | "late" | "never";
  /** Once it is blocked nobody touches it. */
  leave?: true;
  /** For so long no worker has code for its workflow. */
  unservedMs?: number;
};

export type RunPlan = {
  workflow: WorkflowName;
  /** What it is about: a ticket, an order, an event, a question or a call. */
  object: string;
  input: unknown;
  eventId: string;
  at: number;
  mishap: Mishap;
  manners: Manners;
  chance: Chance;
};

/** The ticket before the told stories; their numbers are left out. */
const lastTicket = 1040;
const toldTickets = [1038];
/** A receipt is a run of its own, for every fourth ticket. */
const ticketsPerRun = 0.8;
/** The youngest tell what an ordinary run looks like. */
const plainRuns = 3;

/** Of all runs; the rest is the support agent's. */
const shares = { "partner-notice": 0.12, "call-label": 0.1, "order-refund": 0.07, "market-digest": 0.05 } as const;
export type OtherWorkflow = keyof typeof shares;
const othersShare = Object.values(shares).reduce((sum, share) => sum + share, 0);

/** More would need ticket numbers below zero. */
export const runsMax = Math.floor((lastTicket - toldTickets.length) / ticketsPerRun);

/** Sorted by time. */
export function planRuns(count: number, span: Span, outage: Span, chance: Chance): RunPlan[] {
  const others = Object.entries(shares).flatMap(([name, share]) =>
    // The keys of that table.
    planOthers(name as OtherWorkflow, Math.round(count * share), span, outage, chance.fork(name)),
  );
  const tickets = planTickets(Math.max(1, Math.round(count * (1 - othersShare))), span, outage, chance);
  return [...tickets, ...others].sort((a, b) => a.at - b.at);
}

function planTickets(count: number, span: Span, outage: Span, chance: Chance): RunPlan[] {
  const numbers = ticketNumbers(Math.max(1, Math.round(count * ticketsPerRun)));
  const times = arrivalTimes(numbers.length, span, outage, chance.fork("arrivals"));
  const withReceipt = new Set(
    [...numbers.keys()]
      .map((index) => ({ index, drawn: chance.next() }))
      .sort((a, b) => a.drawn - b.drawn)
      .slice(0, count - numbers.length)
      .map(({ index }) => index),
  );
  return numbers.flatMap((number, index): RunPlan[] => {
    const ticketId = `T-${String(number).padStart(4, "0")}`;
    const own = chance.fork(ticketId);
    const eventId = `desk-event-${88_121 - (lastTicket + 1 - number) * 7}`;
    const workflow = getTicket(ticketId).sensitive ? "sensitive-ticket" : "support-ticket";
    const isPlain = index >= numbers.length - plainRuns;
    const at = times[index] ?? span.to;
    const plan = (name: WorkflowName, from: number): RunPlan => ({
      workflow: name,
      object: ticketId,
      input: { ticketId },
      eventId,
      at: from,
      mishap: isPlain ? noMishap : drawMishap(name, ticketId, own.fork(name)),
      manners: {},
      chance: own.fork(`people of ${name}`),
    });
    const receipt = withReceipt.has(index) ? [plan("ticket-receipt", at)] : [];
    return [...receipt, plan(workflow, at + (receipt.length > 0 ? minute : 0))];
  });
}

function planOthers(workflow: OtherWorkflow, count: number, span: Span, outage: Span, chance: Chance): RunPlan[] {
  return arrivalTimes(count, span, outage, chance.fork("arrivals")).map((at, index) => {
    const about = aboutOf(workflow, firstNumber + index);
    const own = chance.fork(about.object);
    return {
      ...about,
      at,
      mishap: drawMishap(workflow, about.object, own.fork("mishap")),
      manners: {},
      chance: own.fork("people"),
    };
  });
}

const firstNumber = 4_001;

/** The object, the input and the event of a run of the other agents, by its number. */
export function aboutOf(
  workflow: OtherWorkflow,
  number: number,
): Pick<RunPlan, "workflow" | "object" | "input" | "eventId"> {
  switch (workflow) {
    case "partner-notice": {
      const object = `E-${number}`;
      return { workflow, object, input: { eventId: object, orderId: `O-${number}` }, eventId: `shop-event-${number}` };
    }
    case "order-refund": {
      const object = `O-${number}`;
      const input = { orderId: object, why: "It arrived broken, and the customer sent a picture." };
      return { workflow, object, input, eventId: `refund-request-${number}` };
    }
    case "market-digest": {
      const object = `Q-${number}`;
      return { workflow, object, input: { questionId: object }, eventId: `question-${number}` };
    }
    case "call-label": {
      const object = `K-${number}`;
      return { workflow, object, input: { callId: object }, eventId: `call-${number}` };
    }
  }
}

/** Ascending. */
function ticketNumbers(count: number): number[] {
  const numbers: number[] = [];
  for (let number = lastTicket; numbers.length < count; number--) {
    if (!toldTickets.includes(number)) numbers.unshift(number);
  }
  return numbers;
}
