import { openApproval } from "../support/approval-page";
import { expect, test } from "../support/journey";
import { expectEffects } from "../support/outside-world";
import { expectRunState, openRun } from "../support/run-page";
import { startTicket } from "../support/ticket";

test("a viewer sees every button, cannot press it, and reads why; the server refuses as well", async ({ as }) => {
  const operator = await as("operator");
  const { ticketId, runPath } = await startTicket(operator, { fault: "killAfterDraft" });
  await openRun(operator, runPath, "Interrupted");

  const viewer = await as("viewer");
  await openRun(viewer, runPath, "Interrupted");
  for (const [name, verb] of [
    ["Resume…", "resume"],
    ["Cancel…", "cancel"],
  ] as const) {
    const button = viewer.getByRole("button", { name });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription(new RegExp(`Your role may look, not ${verb}`));
  }
  await viewer.getByRole("button", { name: "Resume…" }).press("Enter");
  await expect(viewer.getByRole("dialog")).toHaveCount(0);

  const answer = await viewer.request.post(`/api/v1${runPath}/resume`, {
    data: { nonce: crypto.randomUUID(), fromCheckpoint: 3, planToken: "seen-somewhere", reason: "curious" },
  });
  expect([answer.status(), (await answer.json()).code]).toEqual([403, "role_missing"]);
  await expectRunState(viewer, "Interrupted");
  await expectEffects(ticketId, { modelCalls: 1, notes: 0, messages: 0 });
});

test("a viewer reads an unknown outcome and its way out, and may neither check nor settle it", async ({ as }) => {
  const operator = await as("operator");
  const { runPath } = await startTicket(operator, { fault: "crmReplyLost" });
  await openRun(operator, runPath, "Blocked");
  const viewer = await as("viewer");
  await openRun(viewer, runPath, "Blocked");
  const actions = viewer.getByRole("region", { name: "Actions", exact: true });
  for (const name of ["Check now", "Settle…"]) {
    await expect(actions.getByRole("button", { name })).toBeDisabled();
    await expect(actions.getByRole("button", { name })).toHaveAccessibleDescription(/you need one of these roles/);
  }
});

test("an operator reads an approval and cannot decide it", async ({ as }) => {
  const operator = await as("operator");
  const { ticketId, runPath } = await startTicket(operator, { kind: "Sensitive" });
  await openRun(operator, runPath, "Needs a person");
  await openApproval(operator, ticketId);
  await expect(operator.getByText("This waits for somebody with the role approver")).toBeVisible();
  await expect(operator.getByRole("button", { name: /Approve|Reject/ })).toHaveCount(0);
});

test("an approver lands on the approvals, and may not resume", async ({ as }) => {
  const approver = await as("approver");
  await expect(approver).toHaveURL(/\/approvals$/);
  const operator = await as("operator");
  const { runPath } = await startTicket(operator, { fault: "killAfterDraft" });
  await openRun(approver, runPath, "Interrupted");
  await expect(approver.getByRole("button", { name: "Resume…" })).toBeDisabled();
});

test("the role switch in the header changes who one is, and what one may", async ({ as }) => {
  const page = await as("operator");
  const { runPath } = await startTicket(page, { fault: "killAfterDraft" });
  await openRun(page, runPath, "Interrupted");
  await expect(page.getByRole("button", { name: "Resume…" })).toBeEnabled();
  await page.getByLabel("Demo as").selectOption("viewer");
  await expect(page.getByRole("button", { name: "Account: Vera Lindqvist" })).toBeVisible();
  await openRun(page, runPath, "Interrupted");
  await expect(page.getByRole("button", { name: "Resume…" })).toBeDisabled();
});
