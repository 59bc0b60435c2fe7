/** The escalation queue: every message may wake a person. It knows no keys and cannot be searched. */

import { z } from "zod";
import { action } from "@/lib/sdk/action";
import { destination } from "@/lib/sdk/destination";
import { worldUrl } from "./world-url";

const Message = z.object({
  ticketId: z.string(),
  customerId: z.string(),
  urgency: z.enum(["low", "normal", "high", "urgent"]),
  text: z.string().min(1),
});
export type Message = z.infer<typeof Message>;

export const Posted = z.object({ id: z.string() });

export const queue = destination({
  name: "queue",
  title: "the escalation queue",
  effect: "irreversible",
  impact: "escalates_to_people",
  preExecutionCodes: [429],
  deadline: "3s",
  owner: "Platform on-call",
  runbook: "queue",
});

export const queueEscalate = action("queue.escalate", {
  destination: queue,
  payload: Message,
  perform: async (attempt) => {
    const json = { ...attempt.payload, marker: attempt.marker };
    return Posted.parse(await attempt.fetch(`${worldUrl()}/queue/messages`, { json }));
  },
});
