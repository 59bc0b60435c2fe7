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
