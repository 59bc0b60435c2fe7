import { expect, test } from "../support/journey";
import { expectEffects } from "../support/outside-world";
import { actionRow, confirmOf, expectRunState, openPlan, openRun } from "../support/run-page";
import { startTicket } from "../support/ticket";

test("a note whose reply was lost is found by our marker, and the run goes on by itself with one note", async ({
  as,
}) => {
  const page = await as("operator");
  const { ticketId, runPath } = await startTicket(page, { fault: "crmReplyLost" });
  await openRun(page, runPath, "Blocked");
  const note = actionRow(page, "crm.note");
  await expect(note).toContainText("Unknown");
  await expect(note).toContainText("VERIFY FIRST");
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 0 });

  await note.getByRole("button", { name: "Check now" }).click();
  await expect(note).toContainText("Confirmed");
  await expectRunState(page, "Succeeded");
  await expect(actionRow(page, "queue.escalate")).toContainText("Confirmed");
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
});

test("a message whose reply was lost waits for a person, who settles it with evidence, and is not sent again", async ({
  as,
}) => {
  const page = await as("operator");
  const { ticketId, runPath } = await startTicket(page, { fault: "queueReplyLost" });
  await openRun(page, runPath, "Blocked");
  const message = actionRow(page, "queue.escalate");
  await expect(message).toContainText("Unknown");
  await expect(message).toContainText("ASK A PERSON");
  await expect(message.getByRole("button", { name: "Check now" })).toHaveAccessibleDescription(/cannot be asked/);

  await message.getByRole("button", { name: "Settle…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Settle (crm|queue)/ });
  const settle = dialog.getByRole("button", { name: /^Settle/ });
  await expect(settle).toHaveAccessibleDescription("Choose what happened.");
  await dialog.getByRole("radio", { name: "It happened" }).check();
  await expect(settle).toHaveAccessibleDescription("Say what you saw, and where.");
  await dialog.getByLabel("Evidence").fill("The desk read our marker back on the phone");
  await dialog.getByLabel("Reason").fill("Called the escalation desk");
  await settle.click();

  await expect(dialog).toBeHidden();
  await expect(message).toContainText("Confirmed");
  await expectRunState(page, "Succeeded");
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });

  await message.getByRole("link").first().click();
  await expect(
    page.getByRole("heading", { level: 1, name: `Escalate ${ticketId} to the escalation queue` }),
  ).toBeVisible();
  const commands = page.getByRole("region", { name: "What operators did" });
  await expect(commands).toContainText("Omar Haddad");
  await expect(page.getByText("The desk read our marker back on the phone").first()).toBeVisible();
});

test("a worker killed after the CRM took the note leaves it unknown; the resume asks the CRM first and repeats nothing", async ({
  as,
}) => {
  const page = await as("operator");
  const { ticketId, runPath } = await startTicket(page, { fault: "killAfterReply" });
  await openRun(page, runPath, "Interrupted");
  await expect(actionRow(page, "crm.note")).toContainText("Unknown");

  const dialog = await openPlan(page, ticketId);
  await expect(dialog.getByRole("region", { name: "Unknown" })).toContainText("asked first");
  await dialog.getByLabel("Reason").fill("Let the CRM say whether it has the note");
  await expect(confirmOf(dialog)).toHaveText("Check, then resume");
  await confirmOf(dialog).click();
  await expectRunState(page, "Succeeded");
  await expect(actionRow(page, "crm.note")).toContainText("Confirmed");
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
});
