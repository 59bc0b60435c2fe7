import { expect, test } from "../support/journey";
import { expectEffects } from "../support/outside-world";
import { demoPanel, faults } from "../support/ticket";

test("the agent that retries blindly writes the note twice when the CRM's reply is lost", async ({ as }) => {
  const page = await as("operator");
  const panel = demoPanel(page);
  await panel.getByLabel("Fault").selectOption({ label: faults.crmReplyLost });
  await panel.getByRole("button", { name: "Same fault, blind retry" }).click();
  const notice = panel.getByRole("status").filter({ hasText: "Without Reprise: 2 notes, 1 message" });
  await expect(notice).toBeVisible();
  const ticketId = /T-\d+/.exec((await notice.textContent()) ?? "")?.[0] ?? "no ticket";
  await expectEffects(ticketId, { modelCalls: 1, notes: 2, messages: 1 });
  const log = page.getByRole("region", { name: "The outside world's own log" });
  await expect(log.getByRole("listitem").filter({ hasText: new RegExp(`Note .*${ticketId}`) })).toHaveCount(2);
});

test("the blind agent has no worker to kill, and the button says so", async ({ as }) => {
  const page = await as("operator");
  const panel = demoPanel(page);
  await panel.getByLabel("Fault").selectOption({ label: faults.killAfterDraft });
  await expect(panel.getByRole("button", { name: "Same fault, blind retry" })).toHaveAccessibleDescription(
    /no worker to kill/,
  );
});
