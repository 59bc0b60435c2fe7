import type { Page } from "@playwright/test";
import { openApproval, openDecision, validationIdOf } from "../support/approval-page";
import { askTwoPeople } from "../support/database";
import { expect, test } from "../support/journey";
import { expectEffects } from "../support/outside-world";
import { expectRunState, openPlan, openRun } from "../support/run-page";
import { startTicket } from "../support/ticket";

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true });

async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const widths = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(widths, `content and screen of ${where}`).toEqual([390, 390]);
}

test("a sensitive ticket is approved entirely on a phone", async ({ as }) => {
  const operator = await as("operator");
  const { ticketId, runPath } = await startTicket(operator, { kind: "Sensitive" });
  await openRun(operator, runPath, "Needs a person");

  const page = await as("approver");
  await openApproval(page, ticketId);
  await expectNoSidewaysScroll(page, "the approval");
  const approve = page.getByRole("region", { name: "Decision" }).getByRole("button", { name: "Approve…" });
  await expect(approve).toBeInViewport();
  expect((await approve.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  const dialog = await openDecision(page, "Approve");
  await expectNoSidewaysScroll(page, "the approve dialog");
  await dialog.getByRole("button", { name: "Approve 2 actions" }).tap();
  await expect(page.getByText(/^Approved by Priya Raman/)).toBeInViewport();
  await expect(page.getByRole("region", { name: `Send a note about ${ticketId} to the CRM` })).toContainText(
    "Confirmed",
  );
  await page.getByRole("link", { name: "Open the run" }).tap();
  await expectRunState(page, "Succeeded");
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
});

test("two people approve on their phones, and a change by the second one is shown to the first again", async ({
  as,
}) => {
  const operator = await as("operator");
  const { ticketId, runPath } = await startTicket(operator, { kind: "Sensitive" });
  await openRun(operator, runPath, "Needs a person");
  const [approver, lead] = [await as("approver"), await as("lead")];
  await openApproval(approver, ticketId);
  await askTwoPeople(validationIdOf(approver));
  await openApproval(lead, ticketId);
  await expect(lead.getByText("0 of 2 approvals.")).toBeVisible();

  const first = await openDecision(approver, "Approve");
  await expect(first).toContainText("nothing is sent before the second");
  await first.getByRole("button", { name: "Approve 2 actions" }).tap();
  await expect(approver.getByText("You approved this already")).toBeVisible();

  await expect(lead.getByText("1 of 2 approvals: Priya Raman.")).toBeVisible();
  const change = await openDecision(lead, "Approve");
  await change.getByText("Change what is sent").tap();
  await change.getByLabel("Text").first().fill("We call you back today.");
  await expectNoSidewaysScroll(lead, "the change");
  await change.getByRole("button", { name: "Approve 2 actions, 1 of them changed" }).tap();
  await expect(lead.getByText("Lena Brandt changed what is sent, so the count began again.")).toBeVisible();
  await expectEffects(ticketId, { modelCalls: 1, notes: 0, messages: 0 });

  await expect(approver.getByText("Revision 2: changed since what was first asked")).toBeVisible();
  await expectNoSidewaysScroll(approver, "the changed approval");
  const last = await openDecision(approver, "Approve");
  await last.getByRole("button", { name: "Approve 2 actions" }).tap();
  await expect(approver.getByText(/^Approved by Priya Raman/)).toBeInViewport();
  await expect(approver.getByRole("region", { name: `Send a note about ${ticketId} to the CRM` })).toContainText(
    "We call you back today.",
  );
  await expectRunState(operator, "Succeeded");
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
});

test("no page scrolls sideways on a phone", async ({ as }) => {
  const page = await as("lead");
  const { ticketId, runPath } = await startTicket(page, { fault: "killAfterDraft" });
  await openRun(page, runPath, "Interrupted");
  await expectNoSidewaysScroll(page, "the run");
  await openPlan(page, ticketId);
  await expectNoSidewaysScroll(page, "the resume dialog");
  for (const [path, title] of [
    ["/", "Now"],
    ["/runs", "Runs"],
    ["/actions", "Actions"],
    ["/approvals", "Approvals"],
    ["/insights", "Insights"],
    ["/insights/workflows", "Which protection does it need?"],
    ["/insights/workflows/support-ticket", "support-ticket"],
    ["/incidents", "Incidents"],
    ["/destinations", "Destinations"],
    ["/actions/unknown", "Unknown outcomes"],
    ["/reviews", "Weekly reviews"],
    ["/reviews/latest", /^Week \d+, /],
    ["/settings", "Settings"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expectNoSidewaysScroll(page, String(title));
  }
});

test("every section is reached from the bar of a phone", async ({ as }) => {
  const page = await as("operator");
  const bar = page.getByRole("navigation", { name: "Main" });
  const more = bar.getByRole("button", { name: "More" });
  for (const title of ["Incidents", "Destinations", "Insights", "Settings"]) {
    await more.tap();
    await page.getByRole("menuitem", { name: title }).tap();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  }
  await page.goto("/destinations");
  await expect(more).toHaveAttribute("aria-current", "page");
});
