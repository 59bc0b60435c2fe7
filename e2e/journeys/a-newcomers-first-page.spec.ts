// Named to run first: what a fresh start tells is still on the first page then, not yet behind the other journeys' tickets.
import type { Locator, Page } from "@playwright/test";
import { openDecision } from "../support/approval-page";
import { expect, test } from "../support/journey";
import { effectsOf, expectEffects } from "../support/outside-world";
import { actionRow, confirmOf, executionsOf, expectRunState, resumeDialog } from "../support/run-page";

const story = (page: Page, ticketId: string): Locator =>
  page
    .getByRole("region", { name: "Needs a person" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: ticketId, exact: true }) });

const worldLog = (page: Page, line: RegExp): Locator =>
  page.getByRole("region", { name: "The outside world's own log" }).getByRole("listitem").filter({ hasText: line });

/** "3 of 4" of the last seven days. */
async function successfulResumes(page: Page): Promise<[number, number]> {
  const text = await page
    .getByRole("region", { name: /^Last seven days/ })
    .getByText(/^\d+ of \d+$/)
    .textContent();
  const [successful, resumed] = (text ?? "").split(" of ").map(Number);
  return [successful ?? Number.NaN, resumed ?? Number.NaN];
}

test("a fresh start tells three stories and three weekly figures, with the outside world's own log beside them", async ({
  as,
}) => {
  const page = await as("lead");
  await expect(story(page, "T-1041")).toContainText("Interrupted");
  await expect(story(page, "T-1041")).toContainText("after step 3 of 5");
  await expect(story(page, "T-1041")).toContainText("Nothing was sent");
  await expect(story(page, "T-1041").getByRole("button", { name: "Resume…" })).toBeVisible();
  await expect(story(page, "T-1038")).toContainText("1 unknown");
  await expect(story(page, "T-1038").getByRole("button", { name: "Check now" })).toBeVisible();
  await expect(story(page, "T-1042")).toContainText("Waiting");
  await expect(story(page, "T-1042").getByRole("link", { name: "Approve…" })).toBeVisible();

  const figures = page.getByRole("region", { name: /^Last seven days/ });
  for (const label of ["Retries", "Duplicates avoided", "Successful resumes"]) {
    await expect(figures.getByRole("link", { name: label })).toBeVisible();
  }
  await expect(worldLog(page, /T-1038/).first()).toBeVisible();
  await expectEffects("T-1041", { modelCalls: 1, notes: 0, messages: 0 });
  await expectEffects("T-1038", { modelCalls: 1, notes: 1, messages: 0 });
  await expectEffects("T-1042", { modelCalls: 1, notes: 0, messages: 0 });
});

test("T-1041 is resumed from the first page: 3 steps reused, 2 run, and the log gains one note and one message", async ({
  as,
}) => {
  const page = await as("operator");
  const [successful, resumed] = await successfulResumes(page);
  await story(page, "T-1041").getByRole("button", { name: "Resume…" }).click();
  const dialog = resumeDialog(page, "T-1041");
  await expect(dialog.getByRole("region", { name: "Reused, not run again" })).toContainText("3 steps");
  await expect(dialog.getByRole("region", { name: "Will run" })).toContainText("2 steps");
  await expect(confirmOf(dialog)).toHaveText("Resume and run 2 steps");
  await confirmOf(dialog).click();
  await expect(dialog.getByText("Say in a few words why.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("The worker is back");
  await confirmOf(dialog).click();

  await expect(page.getByText("Execution 2 started")).toBeVisible();
  await expect(story(page, "T-1041")).toBeHidden();
  await expect(worldLog(page, /Note .*T-1041/)).toHaveCount(1);
  await expect(worldLog(page, /Message .*T-1041/)).toHaveCount(1);
  await expect.poll(() => successfulResumes(page)).toEqual([successful + 1, resumed + 1]);
  await expectEffects("T-1041", { modelCalls: 1, notes: 1, messages: 1 });
});

test("T-1038 is checked from the first page: the CRM has the note by our marker, and its run goes on with one note", async ({
  as,
}) => {
  const page = await as("operator");
  const link = story(page, "T-1038").getByRole("link", { name: "T-1038", exact: true });
  const runPath = (await link.getAttribute("href")) ?? "";
  const before = await effectsOf("T-1038");
  expect(before.notes).toBe(1);
  await story(page, "T-1038").getByRole("button", { name: "Check now" }).click();
  await expect(story(page, "T-1038")).toBeHidden();

  await page.goto(runPath);
  await expectRunState(page, "Succeeded");
  await expect(actionRow(page, "crm.note")).toContainText("Confirmed");
  await expect(executionsOf(page).last()).toContainText("went on after a wait");
  await expectEffects("T-1038", { ...before, messages: before.messages + 1 });
});

test("T-1042 is approved on the exact payloads of both its actions; they are sent, and its run ends", async ({
  as,
}) => {
  const page = await as("lead");
  const runPath = await story(page, "T-1042").getByRole("link", { name: "T-1042", exact: true }).getAttribute("href");
  await story(page, "T-1042").getByRole("link", { name: "Approve…" }).click();
  const note = page.getByRole("region", { name: "Send a note about T-1042 to the CRM" });
  const message = page.getByRole("region", { name: "Escalate T-1042 to the escalation queue" });
  await expect(note).toContainText("C-203");
  await expect(message).toContainText("urgent");
  const dialog = await openDecision(page, "Approve");
  await dialog.getByRole("button", { name: "Approve 2 actions" }).click();
  for (const sent of [note, message]) await expect(sent).toContainText("Confirmed");

  await page.goto(runPath ?? "");
  await expectRunState(page, "Succeeded");
  await page.goto("/");
  await expect(story(page, "T-1042")).toBeHidden();
  await expect(worldLog(page, /Note .*T-1042/)).toHaveCount(1);
  await expect(worldLog(page, /Message .*T-1042/)).toHaveCount(1);
  await expectEffects("T-1042", { modelCalls: 1, notes: 1, messages: 1 });
});
