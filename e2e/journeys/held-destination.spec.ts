import { expect, test } from "../support/journey";
import { expectEffects } from "../support/outside-world";
import { actionRow, expectRunState, openRun, progressOf } from "../support/run-page";
import { startTicketByEvent } from "../support/ticket";

test("a held destination lets runs wait by name, and the release lets them go on by themselves with one message each", async ({
  as,
}) => {
  const page = await as("operator");
  await page.goto("/destinations");
  const queue = page.getByRole("region", { name: "Escalation queue" });
  await expect(queue).toContainText("does not recognise repeats");
  await queue.getByRole("button", { name: "Hold…" }).click();
  const dialog = page.getByRole("dialog", { name: "Hold the escalation queue" });
  await expect(dialog).toContainText("Say in a few words why.");
  await dialog.getByLabel("Reason").fill("It is being moved");
  await dialog.getByRole("button", { name: "Hold it" }).click();
  await expect(queue).toContainText("nothing is sent there");

  const { ticketId, runPath } = await startTicketByEvent(page, { kind: "routine" });
  await openRun(page, runPath, "Waiting");
  await expect(page.getByRole("region", { name: "The three answers" })).toContainText("is held by");
  await expect(progressOf(page)).toContainText("waiting for a held destination");
  await expect(page.getByRole("main")).toContainText("the destination is released");
  await expect(actionRow(page, "queue.escalate")).toContainText("Planned");
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 0 });

  await page.goto("/");
  const notice = page.getByText("The escalation queue is held: nothing is sent there");
  await expect(notice).toBeVisible();
  await page.getByRole("link", { name: "See and release" }).click();
  await queue.getByRole("button", { name: "Release…" }).click();
  const release = page.getByRole("dialog", { name: "Release the escalation queue" });
  await release.getByLabel("Reason").fill("It has moved");
  await release.getByRole("button", { name: "Release it" }).click();
  await expect(queue.getByRole("button", { name: "Hold…" })).toBeVisible();

  await page.goto(runPath);
  await expectRunState(page, "Succeeded");
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
});
