/** Approvals, by what they say to people. */

import { expect, type Locator, type Page } from "@playwright/test";

/** From the inbox to the one about this ticket. */
export async function openApproval(page: Page, ticketId: string): Promise<void> {
  await page.goto("/approvals");
  await page.getByRole("link", { name: new RegExp(`about ${ticketId} `) }).click();
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(ticketId) })).toBeVisible();
}

export const validationIdOf = (page: Page): string => new URL(page.url()).pathname.split("/").at(-1) ?? "";

export async function openDecision(page: Page, verdict: "Approve" | "Reject"): Promise<Locator> {
  await page
    .getByRole("region", { name: "Decision" })
    .getByRole("button", { name: `${verdict}…` })
    .click();
  const dialog = page.getByRole("dialog", { name: new RegExp(`^${verdict} `) });
  await expect(dialog).toBeVisible();
  return dialog;
}
