import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";
import { expectEffects } from "../support/outside-world";
import { confirmOf, executionsOf, openPlan, openRun, resumeDialog } from "../support/run-page";
import { startTicket } from "../support/ticket";

/** Both have the plan open and a reason given; one is refused, and reads who was faster. */
async function expectOneWins(omar: Page, lena: Page, ticketId: string): Promise<void> {
  const dialogs = [omar, lena].map((page) => resumeDialog(page, ticketId));
  for (const dialog of dialogs) await dialog.getByLabel("Reason").fill("Both of us saw it");
  // Both buttons are ready before the first is pressed: what lies between the two clicks is as little as can be.
  await Promise.all(dialogs.map((dialog) => confirmOf(dialog).click({ trial: true })));
  await Promise.all(dialogs.map((dialog) => confirmOf(dialog).click({ force: true })));

  const counts = () => Promise.all(dialogs.map((dialog) => dialog.getByRole("alert").count()));
  await expect.poll(async () => (await counts()).toSorted(), { message: "one of the two is refused" }).toEqual([0, 1]);
  const [omarLost] = await counts();
  const [loser, winner] = omarLost ? [omar, "Lena Brandt"] : [lena, "Omar Haddad"];
  const refused = resumeDialog(loser, ticketId);
  await expect(refused.getByRole("alert")).toContainText(`${winner} resumed it already`);
  await refused.getByRole("button", { name: "Close" }).last().click();
  await expect(refused).toBeHidden();
}

test("of two people who resume a run at once one wins, the other is told who, and nothing is done twice", async ({
  as,
}) => {
  const [omar, lena] = [await as("operator"), await as("lead")];
  const { ticketId, runPath } = await startTicket(omar, { fault: "killAfterDraft" });
  for (const page of [omar, lena]) {
    await openRun(page, runPath, "Interrupted");
    await openPlan(page, ticketId);
  }
  await expectOneWins(omar, lena, ticketId);
  for (const page of [omar, lena]) {
    await openRun(page, runPath, "Succeeded");
    await expect(executionsOf(page)).toHaveCount(2);
  }
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
});

test("who is too late on the first page reads who was faster, although the run has left the list", async ({ as }) => {
  const [omar, lena] = [await as("operator"), await as("lead")];
  // Its outcome is unknown, so it stands among the first on Now however many runs stopped.
  const { ticketId, runPath } = await startTicket(omar, { fault: "killAfterReply" });
  await openRun(omar, runPath, "Interrupted");
  for (const page of [omar, lena]) {
    await page.goto("/");
    const story = page
      .getByRole("region", { name: "Needs a person" })
      .getByRole("listitem")
      .filter({ has: page.getByRole("link", { name: ticketId, exact: true }) });
    await story.getByRole("button", { name: "Resume…" }).click();
    await expect(resumeDialog(page, ticketId).getByRole("region", { name: "Will run" })).toBeVisible();
  }
  await expectOneWins(omar, lena, ticketId);
  await openRun(omar, runPath, "Succeeded");
  // A third execution is no second resume: it goes on where the second one waited for the CRM's answer.
  await expect(executionsOf(omar).filter({ hasText: "resumed by a person" })).toHaveCount(1);
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
});
