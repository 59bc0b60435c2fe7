/** What the help desk's webhook does: each event starts a run, and the same event again finds the first one. */

import type { Backend } from "@/lib/sdk/backend";
import { start } from "@/lib/sdk/start";
import { sensitiveTicket, supportTicket } from "./support-agent";
import { getTicket } from "./world/tickets";

/** @returns the run, and whether this event made it */
export function startTicket(
  backend: Backend,
  ticketId: string,
  eventId: string,
  requestedBy?: string,
): Promise<{ runId: string; created: boolean }> {
  const workflow = getTicket(ticketId).sensitive ? sensitiveTicket : supportTicket;
  return start(workflow, { ticketId }, { logicalRunId: eventId, requestedBy, backend });
}
