/** What the demo panel asks of the console, and gets. */

import { z } from "zod";
import { LogPage, TicketId } from "./world/contract";
import { Fault } from "./world/fault";

export const WorldView = z.object({ ...LogPage.shape, faults: z.array(Fault) });
export type WorldView = z.infer<typeof WorldView>;

export const StartTicketAsk = z.object({
  kind: z.enum(["routine", "sensitive"]),
  scenario: z.string().max(60).default("none"),
  /** The desk's event; sent again, it is the same run. */
  again: z.object({ ticketId: TicketId, eventId: z.string().min(1).max(200) }).optional(),
});
export const StartTicketAnswer = z.object({
  ticketId: TicketId,
  eventId: z.string(),
  runId: z.uuid(),
  /** False when the event was known: the first run was returned. */
  created: z.boolean(),
});

export const BlindAsk = z.object({ scenario: z.string().max(60).default("none") });
export const BlindAnswer = z.object({
  ticketId: z.string(),
  finished: z.boolean(),
  lines: z.array(z.string()),
  notes: z.number(),
  messages: z.number(),
  modelCalls: z.number(),
});
