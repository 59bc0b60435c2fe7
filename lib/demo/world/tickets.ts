// Every ticket id from T-0000 on names a ticket, always the same one: topic and customer follow from the number.
// Three are fixed by hand because the demo tells their story.

import { z } from "zod";
import { CustomerId, TicketId } from "./contract";
import { customerIds, findCustomerHistory } from "./customers";
import { type TicketTopic, type TopicName, ticketTopics } from "./ticket-topics";

export const Ticket = z.object({
  id: TicketId,
  customerId: CustomerId,
  requester: z.string(),
  subject: z.string(),
  body: z.string(),
  priority: z.enum(["low", "normal", "high", "urgent"]),
  sensitive: z.boolean(),
});
export type Ticket = z.infer<typeof Ticket>;

const wellKnown: Record<string, { topic: TopicName; customerId: string }> = {
  "T-1038": { topic: "invoiceSeats", customerId: "C-204" },
  "T-1041": { topic: "exportStuck", customerId: "C-201" },
  "T-1042": { topic: "contractExit", customerId: "C-203" },
};

const topicNames = Object.keys(ticketTopics) as TopicName[]; // keys of a const object, nothing else can be in it

export function getTicket(id: string): Ticket {
  const customerId = customerOf(id);
  const { subject, body, priority, sensitive } = topicOf(id);
  const requester = findCustomerHistory(customerId)?.contact ?? "Unknown";
  return { id, customerId, requester, subject, body, priority, sensitive };
}

export function topicOf(id: string): TicketTopic {
  const name = wellKnown[id]?.topic ?? pick(topicNames, numberOf(id));
  return ticketTopics[name];
}

function customerOf(id: string): string {
  // Another stride than the topics', so that each customer comes with every topic.
  return (
    wellKnown[id]?.customerId ?? pick(customerIds, Math.floor(numberOf(id) / topicNames.length) + numberOf(id) * 7)
  );
}

const numberOf = (id: string) => Number(TicketId.parse(id).slice(2));

function pick<T>(list: readonly T[], position: number): T {
  return list[position % list.length] as T; // the remainder lies within a list that is never empty
}
