import { expect, test } from "../support/journey";
import { expectEffects } from "../support/outside-world";
import { confirmOf, executionsOf, expectRunState, openPlan, openRun, resumeDialog } from "../support/run-page";
import { startTicket } from "../support/ticket";

test("of two people who resume a run at once one wins, the other is told who, and nothing is done twice", async ({
  as,
}) => {
  const [omar, lena] = [await as("operator"), await as("lead")];
  const { ticketId, runPath } = await startTicket(omar, { fault: "killAfterDraft" });
  for (const page of [omar, lena]) {
    await openRun(page, runPath, "Interrupted");
    const dialog = await openPlan(page, ticketId);
    await dialog.getByLabel("Reason").fill("Both of us saw it");
  }
  const dialogs = [omar, lena].map((page) => resumeDialog(page, ticketId));
  await Promise.all(dialogs.map((dialog) => confirmOf(dialog).click()));

  const refusals = dialogs.map((dialog) => dialog.getByRole("alert"));
  const counts = () => Promise.all(refusals.map((refusal) => refusal.count()));
  await expect.poll(async () => (await counts()).toSorted(), { message: "one of the two is refused" }).toEqual([0, 1]);
  const [omarLost] = await counts();
  const [loser, winner] = omarLost ? [omar, "Lena Brandt"] : [lena, "Omar Haddad"];
  await expect(resumeDialog(loser, ticketId).getByRole("alert")).toContainText(`${winner} resumed it already`);

  for (const page of [omar, lena]) {
    await expectRunState(page, "Succeeded");
    await expect(executionsOf(page)).toHaveCount(2);
  }
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
});

test("of two people who resume from the first page at once, the other is told who although the run has left the list", async ({
  as,
}) => {
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
    await resumeDialog(page, ticketId).getByLabel("Reason").fill("Both of us saw it");
  }
  await Promise.all([omar, lena].map((page) => confirmOf(resumeDialog(page, ticketId)).click()));
  const told = [omar, lena].map((page) => page.getByText(/resumed already by|resumed it already/).first());
  const seen = () => Promise.all(told.map((words) => words.isVisible()));
  await expect.poll(async () => (await seen()).filter(Boolean).length, { message: "one of the two is told" }).toBe(1);
  const [omarLost] = await seen();
  await expect(told[omarLost ? 0 : 1] as (typeof told)[number]).toContainText(omarLost ? "Lena Brandt" : "Omar Haddad");
  await openRun(omar, runPath, "Succeeded");
  await expect(executionsOf(omar)).toHaveCount(2);
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
});
