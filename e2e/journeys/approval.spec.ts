import { openApproval, openDecision, validationIdOf } from "../support/approval-page";
import { passDeadline } from "../support/database";
import { expect, test } from "../support/journey";
import { expectEffects } from "../support/outside-world";
import { actionRow, expectRunState, openRun } from "../support/run-page";
import { startTicket } from "../support/ticket";

const nothingSent = { modelCalls: 1, notes: 0, messages: 0 };

test("an approved sensitive ticket is sent once, exactly as shown, and its run finishes", async ({ as }) => {
  const [operator, approver] = [await as("operator"), await as("approver")];
  const { ticketId, runPath } = await startTicket(operator, { kind: "Sensitive" });
  await openRun(operator, runPath, "Needs a person");
  await expectEffects(ticketId, nothingSent);

  await openApproval(approver, ticketId);
  const note = approver.getByRole("region", { name: `Send a note about ${ticketId} to the CRM` });
  const message = approver.getByRole("region", { name: `Escalate ${ticketId} to the escalation queue` });
  for (const held of [note, message]) {
    await expect(held).toContainText("Held for approval");
    await expect(held).toContainText(ticketId);
  }
  const dialog = await openDecision(approver, "Approve");
  await dialog.getByRole("button", { name: "Approve 2 actions" }).click();
  await expect(approver.getByText(/^Approved by Priya Raman/)).toBeVisible();
  for (const sent of [note, message]) await expect(sent).toContainText("Confirmed");

  await expectRunState(operator, "Succeeded");
  for (const type of ["crm.note", "queue.escalate"] as const) {
    await expect(actionRow(operator, type)).toContainText("Confirmed");
  }
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
});

test("a rejected sensitive ticket sends nothing, and the reason stands on the approval", async ({ as }) => {
  const [operator, approver] = [await as("operator"), await as("approver")];
  const { ticketId, runPath } = await startTicket(operator, { kind: "Sensitive" });
  await openRun(operator, runPath, "Needs a person");
  await openApproval(approver, ticketId);
  const dialog = await openDecision(approver, "Reject");
  const reject = dialog.getByRole("button", { name: "Reject 2 actions" });
  await expect(reject).toHaveAccessibleDescription(/Say why/);
  await dialog.getByRole("button", { name: "Not agreed" }).click();
  await dialog.getByLabel("Reason").fill("Not agreed: legal has to read it first");
  await reject.click();
  await expect(approver.getByText("Rejected. Nothing was sent")).toBeVisible();
  await expect(approver.getByText(/legal has to read it first/).first()).toBeVisible();

  // The agent took the no for an answer: its run is over, and its actions say what that meant outside.
  await expectRunState(operator, "Succeeded");
  for (const type of ["crm.note", "queue.escalate"] as const) {
    await expect(actionRow(operator, type)).toContainText("Withdrawn");
  }
  await expectEffects(ticketId, nothingSent);
});

test("an approval that nobody decided in time sends nothing, blocks its run, and can be decided no more", async ({
  as,
}) => {
  const [operator, approver] = [await as("operator"), await as("approver")];
  const { ticketId, runPath } = await startTicket(operator, { kind: "Sensitive" });
  await openRun(operator, runPath, "Needs a person");
  await openApproval(approver, ticketId);
  const shown = await approver.request.get(`/api/v1/validations/${validationIdOf(approver)}`);
  const { actions } = await shown.json();

  await passDeadline(validationIdOf(approver));
  await expect(approver.getByText("The deadline passed. Nothing was sent")).toBeVisible();
  await expect(approver.getByRole("region", { name: "Decision" })).toBeHidden();
  await expectRunState(operator, "Blocked");

  // The decision of somebody whose screen had not noticed yet.
  const late = await approver.request.post(`/api/v1/validations/${validationIdOf(approver)}/decide`, {
    data: {
      nonce: crypto.randomUUID(),
      verdict: "approve",
      shown: actions.map(({ action }: { action: { fingerprint: string } }) => action.fingerprint),
    },
  });
  expect(late.status()).toBe(409);
  expect(await late.json()).toMatchObject({
    code: "validation_expired",
    detail: "Its deadline passed before your decision. Nothing was sent.",
  });
  await expectEffects(ticketId, nothingSent);
});

test("of two people who decide the same approval, the second is told who decided and what", async ({ as }) => {
  const [operator, approver, lead] = [await as("operator"), await as("approver"), await as("lead")];
  const { ticketId, runPath } = await startTicket(operator, { kind: "Sensitive" });
  await openRun(operator, runPath, "Needs a person");
  await Promise.all([openApproval(approver, ticketId), openApproval(lead, ticketId)]);
  const [approval, rejection] = [await openDecision(approver, "Approve"), await openDecision(lead, "Reject")];
  await rejection.getByLabel("Reason").fill("Wrong customer");
  await approval.getByRole("button", { name: "Approve 2 actions" }).click();
  await expect(approver.getByText(/^Approved by Priya Raman/)).toBeVisible();
  // Either the click came too late, or the screen was faster than the finger: both say the same.
  await expect(rejection).toBeHidden();
  await expect(lead.getByText(/^Approved by Priya Raman/)).toBeVisible();
  await expectRunState(operator, "Succeeded");
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
});
