// The escalation queue. It takes what it is given: no deduplication, no way to ask what is in it.

import { z } from "zod";
import { type Answer, created } from "./answer";
import { CustomerId, Marker, OrderId, TicketId } from "./contract";
import type { EffectLog } from "./effect-log";

export const MessageInput = z.strictObject({
  /** The case: a ticket or an order. */
  ticketId: z.union([TicketId, OrderId]),
  customerId: CustomerId.optional(),
  queue: z.string().min(1).max(100).default("escalations"),
  urgency: z.enum(["low", "normal", "high", "urgent"]).default("normal"),
  text: z.string().min(1).max(10_000),
  /** Travels with the message, so that the people who read it can tell a repeat from a second escalation. */
  marker: Marker.nullable().default(null),
});
export type MessageInput = z.input<typeof MessageInput>;

export const Message = MessageInput.extend({ id: z.string() });
export type Message = z.infer<typeof Message>;

export function createQueue(log: EffectLog, now: () => Date) {
  return {
    post(input: z.output<typeof MessageInput>, key: string | null): Answer {
      const message: Message = { id: `M-${log.nextSeq()}`, ...input };
      const summary = `Message to ${input.queue} for ${input.ticketId} (${input.urgency})`;
      const { ticketId: object, marker } = input;
      log.append({ system: "queue", kind: "queue.message", object, key, marker, summary, body: { ...message } }, now());
      return created(message);
    },
  };
}
