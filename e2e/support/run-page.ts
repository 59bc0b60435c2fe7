/** The page of a run, by what it says to people. */

import { expect, type Locator, type Page } from "@playwright/test";

// A lease of five seconds has to run out, and the killed worker's successor has to start, before anything is seen.
const afterDeathMs = 40_000;

export const progressOf = (page: Page): Locator => page.getByRole("region", { name: "Progress" });
export const actionsOf = (page: Page): Locator => page.getByRole("region", { name: "Actions", exact: true });
export const executionsOf = (page: Page): Locator =>
  progressOf(page).getByRole("row", { name: /^(Fold |Unfold )?Execution \d/ });
export const actionRow = (page: Page, type: "crm.note" | "queue.escalate"): Locator =>
  actionsOf(page)
    .getByRole("row")
    .filter({ hasText: type === "crm.note" ? /note about/ : /Escalate/ });

export async function expectRunState(page: Page, state: string): Promise<void> {
  // The state beside the name is the first of its words on the page.
  await expect(page.getByRole("main").getByText(state, { exact: true }).first()).toBeVisible({ timeout: afterDeathMs });
}

export async function openRun(page: Page, runPath: string, state: string): Promise<void> {
  await page.goto(runPath);
  await expectRunState(page, state);
}

export const resumeDialog = (page: Page, ticketId: string): Locator =>
  page.getByRole("dialog", { name: `Resume ${ticketId}` });

/** Opens the plan and waits for it; nothing is resumed yet. */
export async function openPlan(page: Page, ticketId: string): Promise<Locator> {
  await page.getByRole("button", { name: "Resume…" }).click();
  const dialog = resumeDialog(page, ticketId);
  await expect(dialog.getByRole("region", { name: "Will run" })).toBeVisible();
  return dialog;
}

/** The button that confirms a plan; its label says what happens. */
export const confirmOf = (dialog: Locator): Locator =>
  dialog.getByRole("button", { name: /^(Resume|Resuming…|Check, then resume)/ });
