import { expect, test } from "../support/journey";
import { expectEffects } from "../support/outside-world";
import { expectRunState, openRun } from "../support/run-page";
import { startTicketByEvent } from "../support/ticket";

test("all unknown notes are looked up by one press from the desk, each with its own answer, and their runs go on", async ({
  as,
}) => {
  const page = await as("operator");
  const scenario = "crm-reply-lost";
  const first = await startTicketByEvent(page, { kind: "routine", scenario });
  await openRun(page, first.runPath, "Blocked");
  const second = await startTicketByEvent(page, { kind: "routine", scenario });
  await openRun(page, second.runPath, "Blocked");

  await page.goto("/actions");
  await page.getByRole("link", { name: "Unknown outcomes" }).click();
  const group = page.getByRole("region", { name: /^CRM: network, after sending/ });
  await expect(group).toContainText(first.ticketId);
  await expect(group).toContainText(second.ticketId);
  await expect(group).toContainText("Check it: found settles it as happened");
  await group.getByRole("button", { name: "Check all of the CRM" }).click();

  const answers = page.getByRole("region", { name: /^CRM was asked about/ });
  for (const { ticketId } of [first, second]) {
    await expect(answers.getByRole("listitem").filter({ hasText: ticketId })).toContainText("Confirmed");
  }
  for (const { ticketId, runPath } of [first, second]) {
    await page.goto(runPath);
    await expectRunState(page, "Succeeded");
    await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
  }
});

test("a message that cannot be taken back is sent again only after a second person agreed", async ({ as }) => {
  const page = await as("operator");
  const { ticketId, runPath } = await startTicketByEvent(page, {
    kind: "routine",
    scenario: "queue-reply-lost",
  });
  await openRun(page, runPath, "Blocked");
  await page.goto("/actions/unknown");
  const row = page.getByRole("listitem").filter({ hasText: `Escalate ${ticketId}` });
  await row.getByRole("button", { name: "Settle…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Settle queue/ });
  await dialog.getByRole("radio", { name: "Send again, I accept the risk" }).check();
  await expect(dialog).toContainText("a second person confirms this first");
  await dialog.getByLabel("Evidence").fill("The queue's log is gone");
  await dialog.getByLabel("Reason").fill("The desk waits");
  await dialog.getByLabel(/^Type act_/).fill((await dialog.locator("code").first().textContent()) ?? "");
  await dialog.getByRole("button", { name: "Propose one more attempt" }).click();
  await expect(row).toContainText("It waits for a second person");

  await row.getByRole("button", { name: "Second person…" }).click();
  const own = page.getByRole("dialog", { name: /^Confirm for queue/ });
  await own.getByLabel("What you looked at").fill("The same log");
  await expect(own.getByRole("button", { name: "Confirm: allow one more attempt" })).toHaveAccessibleDescription(
    "You proposed it. Another person must confirm it.",
  );
  await page.keyboard.press("Escape");
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });

  const lead = await as("lead");
  await lead.goto("/actions/unknown");
  const same = lead.getByRole("listitem").filter({ hasText: `Escalate ${ticketId}` });
  await expect(same).toContainText("Omar Haddad proposes");
  await same.getByRole("button", { name: "Second person…" }).click();
  const confirm = lead.getByRole("dialog", { name: /^Confirm for queue/ });
  await expect(confirm).toContainText("The queue's log is gone");
  await confirm.getByLabel("What you looked at").fill("Asked the platform team as well");
  await confirm.getByRole("button", { name: "Confirm: allow one more attempt" }).click();
  await expect(confirm).toBeHidden();
  await lead.goto(runPath);
  await expectRunState(lead, "Succeeded");
  // The second one is the risk that two people took.
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 2 });
});
