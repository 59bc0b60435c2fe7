import { expect, test } from "../support/journey";
import { expectEffects } from "../support/outside-world";
import { expectRunState, openRun } from "../support/run-page";
import { startTicket } from "../support/ticket";

test("two interrupted runs are resumed one by one from the list, each effect happens once, and each run says with whom", async ({
  as,
}) => {
  const page = await as("operator");
  const tickets = [];
  for (const _ of [1, 2]) {
    const ticket = await startTicket(page, { fault: "killAfterDraft" });
    await openRun(page, ticket.runPath, "Interrupted");
    tickets.push(ticket);
  }

  await page.goto("/runs?states=interrupted");
  await page.getByRole("button", { name: "Resume several…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("As of");
  // Others may be interrupted, too: only these two are meant.
  const lines = dialog.getByRole("listitem").filter({ has: page.getByRole("checkbox") });
  for (const line of await lines.all()) {
    const name = (await line.textContent()) ?? "";
    if (!tickets.some(({ ticketId }) => name.includes(ticketId))) await line.getByRole("checkbox").uncheck();
  }
  const confirm = dialog.getByRole("button", { name: "Resume 2 runs" });
  await expect(dialog).toContainText("from checkpoint 3: 3 reused, 2 run");
  await expect(confirm).toHaveAttribute("aria-disabled", "true");
  await dialog.getByLabel("Reason").fill("A deploy killed their worker");
  await confirm.click();
  await expect(dialog.getByText("2 resumed.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();

  for (const { ticketId, runPath } of tickets) {
    await page.goto(runPath);
    await expectRunState(page, "Succeeded");
    await expect(page.getByRole("region", { name: "What operators did" })).toContainText(
      "resumed it from checkpoint 3, with 1 other run",
    );
    await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
  }
});

test("a viewer sees the button and why it is off", async ({ as }) => {
  const page = await as("viewer");
  await page.goto("/runs?states=interrupted");
  const button = page.getByRole("button", { name: "Resume several…" });
  await expect(button).toHaveAttribute("aria-disabled", "true");
});
