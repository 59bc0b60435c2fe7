/** The help desk: tickets, and replies to them. It remembers our key for a day, so a reply may be sent again. */

import { z } from "zod";
import { action } from "@/lib/sdk/action";
import { destination } from "@/lib/sdk/destination";
import { askJson } from "./ask-json";
import { Ticket } from "./world/tickets";
import { worldUrl } from "./world-url";

const Reply = z.object({ ticketId: z.string(), text: z.string().min(1), visibility: z.enum(["public", "internal"]) });

const Replied = z.object({ id: z.string() });

const ticketing = destination({
  name: "ticketing",
  title: "the help desk",
  effect: "idempotent",
  impact: "pollutes_data",
  deduplicates: { header: "Idempotency-Key", window: "24h" },
  preExecutionCodes: [429],
  deadline: "3s",
  owner: "Support operations",
  runbook: "ticketing",
});

const addressOf = (ticketId: string) => `${worldUrl()}/desk/tickets/${encodeURIComponent(ticketId)}`;

export const deskReply = action("desk.reply", {
  destination: ticketing,
  payload: Reply,
  perform: async (attempt) => {
    const { ticketId, ...json } = attempt.payload;
    return Replied.parse(await attempt.fetch(`${addressOf(ticketId)}/replies`, { json }));
  },
});

export const readTicket = (ticketId: string, signal: AbortSignal): Promise<Ticket> =>
  askJson(Ticket, addressOf(ticketId), { signal });
