import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { openApproval, openDecision } from "../support/approval-page";
import { expect, test } from "../support/journey";
import { actionsOf, openPlan, openRun } from "../support/run-page";
import { startTicket } from "../support/ticket";

/** Each violation in a line that says where to look. */
async function expectAccessible(page: Page, where: string): Promise<void> {
  // Dialogs fade in; half-transparent text would be measured as too pale. An animation that is cut short is over as well.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  const { violations } = await new AxeBuilder({ page }).analyze();
  const lines = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.html}`));
  expect(lines, `what axe finds in ${where}`).toEqual([]);
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing on any page, nor in the dialogs that decide, in ${colorScheme}`, async ({ as, browser }) => {
    test.slow();
    const stranger = await (await browser.newContext({ colorScheme })).newPage();
    await stranger.goto("/sign-in");
    await expect(stranger.getByRole("button", { name: /^Continue as viewer/ })).toBeVisible();
    await expectAccessible(stranger, "the sign-in");
    await stranger.context().close();

    const page = await as("lead");
    // Reduced motion: an icon that turns for ever never comes to rest.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const sensitive = await startTicket(page, { kind: "Sensitive" });
    const unknown = await startTicket(page, { fault: "crmReplyLost" });
    const routine = await startTicket(page, { fault: "killAfterDraft" });
    for (const [path, title] of [
      ["/", "Now"],
      ["/runs", "Runs"],
      ["/actions", "Actions"],
      ["/approvals", "Approvals"],
      ["/actions/unknown", "Unknown outcomes"],
      ["/incidents", "Incidents"],
      ["/destinations", "Destinations"],
      ["/insights", "Insights"],
      ["/insights/workflows", "Which protection does it need?"],
      ["/insights/workflows/support-ticket", "support-ticket"],
      ["/reviews", "Weekly reviews"],
      ["/reviews/latest", /^Week \d+, /],
      ["/settings", "Settings"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await page.waitForLoadState("networkidle");
      await expectAccessible(page, String(title));
    }

    const { rows: incidents } = await (await page.request.get("/api/v1/incidents?pageSize=1")).json();
    await page.goto(`/incidents/${incidents[0].id}`);
    await expect(page.getByRole("region", { name: "Why this is an incident" })).toBeVisible();
    await expectAccessible(page, "an incident");
    await page.getByRole("button", { name: "Reclassify…" }).click();
    await expectAccessible(page, "the dialog that reclassifies");
    await page.keyboard.press("Escape");

    await openRun(page, unknown.runPath, "Blocked");
    await expectAccessible(page, "a run with an unknown outcome");
    await actionsOf(page).getByRole("button", { name: "Settle…" }).click();
    await expect(page.getByRole("dialog", { name: /^Settle (crm|queue)/ })).toBeVisible();
    await expectAccessible(page, "the settle dialog");
    await page.keyboard.press("Escape");
    await actionsOf(page)
      .getByRole("link", { name: /^Unknown/ })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: /^Send a note about/ })).toBeVisible();
    await expectAccessible(page, "an action");

    await openRun(page, routine.runPath, "Interrupted");
    await openPlan(page, routine.ticketId);
    await expectAccessible(page, "the resume dialog");

    await openRun(page, sensitive.runPath, "Needs a person");
    await openApproval(page, sensitive.ticketId);
    await expectAccessible(page, "an approval");
    await openDecision(page, "Approve");
    await expectAccessible(page, "the approve dialog");
  });
}
