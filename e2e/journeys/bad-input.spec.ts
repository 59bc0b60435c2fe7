import { expect, test } from "../support/journey";
import { expectEffects } from "../support/outside-world";
import { confirmOf, executionsOf, expectRunState, openPlan, openRun, resumeDialog } from "../support/run-page";
import { startTicket } from "../support/ticket";

const unknownId = "00000000-0000-4000-8000-000000000000";

for (const [path, says, next] of [
  ["/runs/not-an-id", "This is not the id of a run", "All runs"],
  [`/runs/${unknownId}`, "There is no such run", "All runs"],
  ["/actions/not-an-id", "This is not an action's id", "All actions"],
  [`/actions/${unknownId}`, "There is no such action", "All actions"],
  ["/approvals/not-an-id", "This is not an approval's id", "Approvals that wait"],
  [`/approvals/${unknownId}`, "There is no such approval", "Approvals that wait"],
  ["/no-such-page", "There is no page at this address", "Now"],
] as const) {
  test(`${path} says “${says}” and where to go`, async ({ as }) => {
    const page = await as("viewer");
    await page.goto(path);
    await expect(page.getByText(says)).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: next, exact: true }).click();
    await expect(page.getByText(says)).toBeHidden();
  });
}

test("filters that an address cannot mean are ignored, and the list stands", async ({ as }) => {
  const page = await as("viewer");
  for (const path of [
    "/runs?states=nonsense&from=yesterday",
    "/actions?states=nonsense&retried=%00",
    "/insights?from=x",
  ]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(/Could not load|This page broke/)).toHaveCount(0);
  }
});

test("a plan that went stale while it was open is shown anew, and is not resumed unseen", async ({ as }) => {
  const page = await as("operator");
  // After the CRM's reply and before its report: one look-up changes the ledger, and with it the plan.
  const { ticketId, runPath } = await startTicket(page, { fault: "killAfterReply" });
  await openRun(page, runPath, "Interrupted");
  const plan = await (await page.request.get(`/api/v1${runPath}/plan`)).json();
  const dialog = await openPlan(page, ticketId);
  await expect(confirmOf(dialog)).toHaveText("Check, then resume");

  const other = await as("lead");
  await openRun(other, runPath, "Interrupted");
  await other.getByRole("region", { name: "Actions", exact: true }).getByRole("button", { name: "Check now" }).click();
  await expect(dialog.getByText("Something changed since you opened this plan")).toBeVisible();
  await expect(dialog.getByRole("region", { name: "Protected" })).toContainText("crm.note");

  // What the former plan's screen would have sent.
  const stale = await page.request.post(`/api/v1${runPath}/resume`, {
    data: { nonce: crypto.randomUUID(), fromCheckpoint: plan.from, planToken: plan.token, reason: "seen before" },
  });
  expect(stale.status()).toBe(409);
  expect(await stale.json()).toMatchObject({
    code: "stale_plan",
    detail: "Something changed since this plan was made. Look at the new one.",
  });
  await expect(executionsOf(other)).toHaveCount(1);
  await dialog.getByLabel("Reason").fill("The note is confirmed now");
  await expect(confirmOf(dialog)).toHaveText(/^Resume and run/);
  await confirmOf(dialog).click();
  await expectRunState(page, "Succeeded");
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
});

test("a double click on the button that resumes is one command", async ({ as }) => {
  const page = await as("operator");
  const { ticketId, runPath } = await startTicket(page, { fault: "killAfterDraft" });
  await openRun(page, runPath, "Interrupted");
  const dialog = await openPlan(page, ticketId);
  await dialog.getByLabel("Reason").fill("Pressed twice in a hurry");
  await confirmOf(dialog).dblclick();
  await expectRunState(page, "Succeeded");
  await expect(executionsOf(page)).toHaveCount(2);
  await expect(page.getByRole("region", { name: "What operators did" }).getByRole("listitem")).toHaveCount(1);
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
});

test("the same click sent twice over a bad line is one command with one answer", async ({ as }) => {
  const page = await as("operator");
  const { ticketId, runPath } = await startTicket(page, { fault: "killAfterDraft" });
  await openRun(page, runPath, "Interrupted");
  const plan = await (await page.request.get(`/api/v1${runPath}/plan`)).json();
  const data = { nonce: crypto.randomUUID(), fromCheckpoint: plan.from, planToken: plan.token, reason: "once" };
  const answers = [];
  for (let sent = 0; sent < 2; sent += 1) {
    const answer = await page.request.post(`/api/v1${runPath}/resume`, { data });
    answers.push([answer.status(), await answer.json()]);
  }
  expect(answers[1]).toEqual(answers[0]);
  await expectRunState(page, "Succeeded");
  await expect(executionsOf(page)).toHaveCount(2);
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
});

test("a finished run cannot be resumed, and both the button and the server say why", async ({ as }) => {
  const page = await as("operator");
  const { ticketId, runPath } = await startTicket(page);
  await openRun(page, runPath, "Succeeded");
  await expect(page.getByRole("button", { name: "Resume…" })).toHaveAccessibleDescription(
    "It finished. There is nothing left to run.",
  );
  await page.goto(`${runPath}?plan=latest`);
  await expectRunState(page, "Succeeded");
  await expect(resumeDialog(page, ticketId)).toHaveCount(0);
  const answer = await page.request.post(`/api/v1${runPath}/resume`, {
    data: { nonce: crypto.randomUUID(), fromCheckpoint: 5, planToken: "old", reason: "again" },
  });
  expect([answer.status(), (await answer.json()).code]).toEqual([409, "run_finished"]);
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
});
