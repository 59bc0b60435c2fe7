import { expect, test } from "../support/journey";
import { actionRow, openRun } from "../support/run-page";
import { startTicket } from "../support/ticket";

test("a run's runbook leads to the button without pressing it, and who ticked a step is seen on the run", async ({
  as,
}) => {
  const page = await as("operator");
  const { ticketId, runPath } = await startTicket(page, { fault: "crmReplyLost" });
  await openRun(page, runPath, "Blocked");
  await page.getByRole("main").getByRole("link", { name: "Notes in the CRM" }).click();
  await expect(page.getByText(`About the run ${ticketId}`)).toBeVisible();
  const unknown = page.getByRole("region", { name: "If the outcome is unknown" });
  const step = unknown.getByRole("checkbox", { name: /Press Check now/ });
  await step.click();
  await expect(step).toBeChecked();

  await unknown.getByRole("link", { name: "Check now" }).click();
  await expect(page).toHaveURL(/\/actions\/.+#check$/);
  await expect(page.getByRole("button", { name: "Check now" })).toBeFocused();

  await openRun(page, runPath, "Blocked");
  await expect(actionRow(page, "crm.note")).toContainText("Unknown");
  const followed = page.getByRole("region", { name: "Steps followed" });
  await expect(followed).toContainText("Press Check now");
  await expect(followed).toContainText("Omar");
});

test("a viewer reads a runbook and cannot tick it, and a name that is none leads back to the list", async ({ as }) => {
  const operator = await as("operator");
  const { runPath } = await startTicket(operator, { fault: "crmReplyLost" });
  await openRun(operator, runPath, "Blocked");
  const viewer = await as("viewer");
  await viewer.goto(`/runbooks/crm?run=${runPath.split("/").at(-1)}`);
  const step = viewer.getByRole("checkbox").first();
  await expect(step).toHaveAccessibleDescription(/Your role may look, not tick/);
  await step.click({ force: true });
  await expect(step).not.toBeChecked();
  await viewer.goto("/runbooks/no-such-one");
  await expect(viewer.getByText("No such runbook")).toBeVisible();
  await viewer.getByRole("link", { name: "All runbooks" }).click();
  await expect(viewer.getByRole("heading", { name: "Runbooks", level: 1 })).toBeVisible();
});
