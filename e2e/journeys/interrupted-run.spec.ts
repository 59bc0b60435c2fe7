import { expect, test } from "../support/journey";
import { effectsOf, expectEffects } from "../support/outside-world";
import { actionRow, confirmOf, executionsOf, expectRunState, openPlan, openRun, progressOf } from "../support/run-page";
import { startTicket } from "../support/ticket";

test("a run whose worker was killed after its third checkpoint is resumed once, and the outside world sees each effect once", async ({
  as,
}) => {
  const page = await as("operator");
  const { ticketId, runPath } = await startTicket(page, { fault: "killAfterDraft" });
  await openRun(page, runPath, "Interrupted");
  await expect(executionsOf(page)).toHaveCount(1);
  await expect(progressOf(page).getByRole("row", { name: /^Checkpoint 3/ })).toBeVisible();
  await expectEffects(ticketId, { modelCalls: 1, notes: 0, messages: 0 });

  const dialog = await openPlan(page, ticketId);
  await expect(dialog.getByRole("region", { name: "Reused, not run again" })).toContainText("3 steps");
  await expect(dialog.getByRole("region", { name: "Will run" })).toContainText("2 steps");
  await dialog.getByLabel("Reason").fill("Its worker was killed, nothing was sent yet");
  await confirmOf(dialog).click();

  await expect(page.getByText("Execution 2 started")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expectRunState(page, "Succeeded");
  await expect(executionsOf(page)).toHaveCount(2);
  await expect(progressOf(page).getByRole("row", { name: /Reused 3 steps/ })).toBeVisible();
  for (const type of ["crm.note", "queue.escalate"] as const) {
    await expect(actionRow(page, type)).toContainText("Confirmed");
  }
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
});

test("after a resume the page shows who pressed it, why, and the effect that was observed", async ({ as }) => {
  const page = await as("operator");
  const { ticketId, runPath } = await startTicket(page, { fault: "killAfterDraft" });
  await openRun(page, runPath, "Interrupted");
  const dialog = await openPlan(page, ticketId);
  await dialog.getByLabel("Reason").fill("The customer waits for an answer");
  await confirmOf(dialog).click();
  await expectRunState(page, "Succeeded");

  const resumed = progressOf(page).getByRole("row", { name: /^Resumed from checkpoint 3/ });
  await expect(resumed).toContainText("Omar Haddad");
  await expect(resumed).toContainText("The customer waits for an answer");
  const commands = page.getByRole("region", { name: "What operators did" });
  await expect(commands.getByRole("listitem")).toHaveCount(1);
  await expect(commands).toContainText("Omar Haddad (operator) resumed it from checkpoint 3");
  await expect(commands).toContainText("Observed:");
});

test("a note that was written before its worker died is not written again by the resume", async ({ as }) => {
  const page = await as("operator");
  const { ticketId, runPath } = await startTicket(page, { fault: "killAfterReport" });
  await openRun(page, runPath, "Interrupted");
  await expect(actionRow(page, "crm.note")).toContainText("Confirmed");

  const dialog = await openPlan(page, ticketId);
  await expect(dialog.getByRole("region", { name: "Protected" })).toContainText("crm.note");
  await dialog.getByLabel("Reason").fill("The note is confirmed");
  await confirmOf(dialog).click();
  await expectRunState(page, "Succeeded");
  await expect(actionRow(page, "crm.note")).toContainText("Duplicate avoided");
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
});

test("a cancelled run sends nothing, and can be resumed no more", async ({ as }) => {
  const page = await as("operator");
  const { ticketId, runPath } = await startTicket(page, { fault: "killAfterDraft" });
  await openRun(page, runPath, "Interrupted");
  await page.getByRole("button", { name: "Cancel…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Cancel / });
  await dialog.getByLabel("Reason").fill("The customer withdrew the ticket");
  await dialog.getByRole("button", { name: "Cancel the run" }).click();
  await expectRunState(page, "Cancelled");
  await expect(page.getByRole("button", { name: "Resume…" })).toHaveAccessibleDescription(/cancelled by a person/);
  expect(await effectsOf(ticketId)).toEqual({ modelCalls: 1, notes: 0, messages: 0 });
});
