import { openDecision } from "../support/approval-page";
import { expect, test } from "../support/journey";
import { effectsOf, expectEffects } from "../support/outside-world";
import { actionRow, openRun } from "../support/run-page";
import { startTicket, startTicketByEvent } from "../support/ticket";

test("a second run for a ticket sends nothing before a person says why, and sends what that person corrected", async ({
  as,
}) => {
  const [operator, approver] = [await as("operator"), await as("approver")];
  const first = await startTicket(operator);
  await openRun(operator, first.runPath, "Succeeded");
  const { ticketId } = first;
  const again = { ticketId, eventId: `desk-event-for-${ticketId}-again` };
  const second = await startTicketByEvent(operator, { kind: "routine", again });
  await openRun(operator, second.runPath, "Needs a person");
  await expect(operator.getByRole("region", { name: "Near misses and late reports" })).toContainText(
    "Waits for a person",
  );
  await expectEffects(ticketId, { modelCalls: 2, notes: 1, messages: 1 });

  await operator.goto("/actions?nearMiss=open");
  await expect(operator.getByRole("table")).toContainText(ticketId);

  await approver.goto("/approvals");
  await approver.getByRole("link", { name: new RegExp(`crm.note for ${ticketId} .* by another run`) }).click();
  await expect(approver.getByText("It may be a second time")).toBeVisible();
  const dialog = await openDecision(approver, "Approve");
  const approve = dialog.getByRole("button", { name: /^Approve 1 action/ });
  await expect(approve).toHaveAccessibleDescription(/genuine second action/);
  await dialog.getByText("Change what is sent").click();
  await dialog.getByLabel("Text").fill("The customer wrote twice.");
  await expect(dialog.getByText("Instead of what was asked, this is sent:")).toBeVisible();
  await dialog.getByLabel(/^Reason/).fill("Two customers, one ticket.");
  await approve.click();
  await expect(approver.getByText(/^Approved by Priya Raman/)).toBeVisible();
  await expect(approver.getByText("Revision 2: changed since what was first asked")).toBeVisible();
  await expect.poll(async () => (await effectsOf(ticketId)).notes).toBe(2);

  // The message is a second one as well, and this one is not wanted.
  await approver.goto("/approvals");
  await approver.getByRole("link", { name: new RegExp(`queue.escalate for ${ticketId} .* by another run`) }).click();
  const reject = await openDecision(approver, "Reject");
  await reject.getByRole("button", { name: "No longer needed" }).click();
  await reject.getByRole("button", { name: "Reject 1 action" }).click();
  await expect(approver.getByText("Rejected. Nothing was sent")).toBeVisible();
  await openRun(operator, second.runPath, "Succeeded");
  await expect(actionRow(operator, "queue.escalate")).toContainText("Withdrawn");
  await expectEffects(ticketId, { modelCalls: 2, notes: 2, messages: 1 });
});
