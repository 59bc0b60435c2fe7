/** New tickets, started from the demo panel as a person would. Each journey works on its own. */

import { expect, type Locator, type Page } from "@playwright/test";
import { StartTicketAnswer } from "@/lib/demo/panel-contract";

/** The labels under Fault. */
export const faults = {
  none: "Everything works",
  killAfterDraft: "Worker dies: after the draft is checkpointed, before anything is sent",
  killAfterReply: "Worker dies: after the CRM's reply, before it is reported",
  killAfterReport: "Worker dies: after the report, before the checkpoint",
  crmReplyLost: "Outside: CRM takes the note, its reply is lost",
  queueReplyLost: "Outside: queue takes the message, its reply is lost",
} as const;

export type Started = { ticketId: string; runPath: string };

export const demoPanel = (page: Page): Locator => page.getByRole("region", { name: "Try it" });

/** From the demo panel on Now. */
export async function startTicket(
  page: Page,
  { kind = "Routine", fault = "none" }: { kind?: "Routine" | "Sensitive"; fault?: keyof typeof faults } = {},
): Promise<Started> {
  await page.goto("/");
  const panel = demoPanel(page);
  await panel.getByRole("radio", { name: kind }).check();
  await panel.getByLabel("Fault").selectOption({ label: faults[fault] });
  await panel.getByRole("button", { name: "Start a ticket" }).click();
  return readStarted(panel.getByRole("status").filter({ hasText: "A run started" }));
}

export async function readStarted(notice: Locator): Promise<Started> {
  const ticketId = /T-\d+/.exec((await notice.textContent()) ?? "")?.[0];
  const runPath = await notice.getByRole("link", { name: "its run" }).getAttribute("href");
  if (!ticketId || !runPath) throw new Error("The panel names neither the ticket nor its run.");
  return { ticketId, runPath };
}

/** The desk's webhook, for journeys whose subject comes after the start. */
export async function startTicketByEvent(
  page: Page,
  ask: { kind: "routine" | "sensitive"; scenario?: string; again?: { ticketId: string; eventId: string } },
): Promise<Started & { created: boolean }> {
  const answer = await page.request.post("/api/v1/demo/tickets", { data: ask });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { ticketId, runId, created } = StartTicketAnswer.parse(await answer.json());
  return { ticketId, runPath: `/runs/${runId}`, created };
}
