/**
 * The support agent of the demo: it reads a ticket, fetches the customer's history, drafts a recommendation, writes a note
 * to the CRM and posts a message to the escalation queue. For sensitive tickets a person approves both before they leave.
 */

import { z } from "zod";
import { Rejected } from "@/lib/sdk/errors";
import type { Run } from "@/lib/sdk/run";
import { workflow } from "@/lib/sdk/workflow";
import { crmNote, fetchHistory, type Note } from "./crm";
import { draftAnswer } from "./model";
import { type Message, queueEscalate } from "./queue";
import { deskReply, readTicket } from "./ticketing";
import { CustomerHistory } from "./world/customers";
import { Draft } from "./world/model";
import { Ticket } from "./world/tickets";

const TicketInput = z.object({ ticketId: z.string() });
type TicketInput = z.infer<typeof TicketInput>;

const aboutTicket = { version: 1, input: TicketInput, subject: (input: TicketInput) => input.ticketId };

/** Routine: when a worker dies, a person decides what follows. The lease is short, so that it is soon seen. */
export const supportTicket = workflow(
  "support-ticket",
  { ...aboutTicket, recovery: "manual", leaseMs: "5s" },
  handleTicket,
);

/** Another worker goes on by itself, as far as the ledger allows. */
export const sensitiveTicket = workflow(
  "sensitive-ticket",
  { ...aboutTicket, recovery: "automatic", leaseMs: "15s" },
  handleTicket,
);

/** Tells the customer that the ticket has arrived. */
export const ticketReceipt = workflow(
  "ticket-receipt",
  { ...aboutTicket, recovery: "automatic", leaseMs: "15s" },
  async (run, { ticketId }) => {
    const ticket = await run.step("read-ticket", (step) => readTicket(ticketId, step.signal), { schema: Ticket });
    const text = `Thank you. We have your ticket ${ticket.id} and answer within a day.`;
    await run.action(deskReply, ticket.id, { ticketId: ticket.id, text, visibility: "public" });
  },
);

export const workflows = [supportTicket, sensitiveTicket, ticketReceipt];
export const actions = [crmNote, queueEscalate, deskReply];

async function handleTicket(run: Run, { ticketId }: TicketInput) {
  const ticket = await run.step("read-ticket", (step) => readTicket(ticketId, step.signal), { schema: Ticket });
  const history = await run.step("fetch-history", (step) => fetchHistory(ticket.customerId, step.signal), {
    schema: CustomerHistory,
  });
  const draft = await run.step("recommend", (step) => draftAnswer(ticket, history, step), {
    schema: Draft,
    retry: { attempts: 3 },
    timeout: "2m",
  });
  const approval = ticket.sensitive && {
    ask: `Send this about ${ticket.id} to the CRM and the escalation queue?`,
    role: "approver",
    within: "24h",
  };
  try {
    const [note, message] = await run.actions(
      [crmNote.of(ticket.id, noteOf(ticket, draft)), queueEscalate.of(ticket.id, messageOf(ticket, draft))],
      { approval },
    );
    // What a person settled by hand came without the destination's answer.
    return { noteId: note?.id ?? null, messageId: message?.id ?? null };
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    run.log.info(`Nothing was sent: ${error.message}`);
    return { rejected: error.reason };
  }
}

const noteOf = (ticket: Ticket, draft: Draft): Note => ({
  customerId: ticket.customerId,
  ticketId: ticket.id,
  text: draft.text,
});

const messageOf = (ticket: Ticket, draft: Draft): Message => ({
  ticketId: ticket.id,
  customerId: ticket.customerId,
  urgency: ticket.priority,
  text: draft.escalation,
});
