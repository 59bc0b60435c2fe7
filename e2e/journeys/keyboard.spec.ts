import { answerContradictions } from "../support/database";
import { expect, test } from "../support/journey";
import { expectEffects } from "../support/outside-world";
import { expectRunState, openRun, resumeDialog } from "../support/run-page";
import { startTicket } from "../support/ticket";

const keysMax = 12;

test(`from Now to a confirmed resume takes at most ${keysMax} keys and no mouse`, async ({ as }) => {
  const page = await as("operator");
  // Its outcome is unknown, so it stands first on Now: only what may have happened twice outranks that.
  await answerContradictions();
  const { ticketId, runPath } = await startTicket(page, { fault: "killAfterReply" });
  await openRun(page, runPath, "Interrupted");
  await page.goto("/");
  const first = page.getByRole("region", { name: "Needs a person" }).getByRole("listitem").first();
  const link = first.getByRole("link").first();
  await expect(link).toHaveText(ticketId);

  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await press("Enter");
  while (keys < keysMax && !(await link.evaluate((element) => element === document.activeElement))) await press("Tab");
  await expect(link).toBeFocused();
  await press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: ticketId })).toBeVisible();
  await press("r");
  const dialog = resumeDialog(page, ticketId);
  await expect(dialog.getByRole("region", { name: "Will run" })).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  for (const letter of "fix") await press(letter);
  await press("Control+Enter");

  await expect(page.getByText("Execution 2 started")).toBeVisible();
  expect(keys).toBeLessThanOrEqual(keysMax);
  await expectRunState(page, "Succeeded");
  await expectEffects(ticketId, { modelCalls: 1, notes: 1, messages: 1 });
});

test("the key r opens the plan and resumes nothing; Escape puts the focus back", async ({ as }) => {
  const page = await as("operator");
  const { ticketId, runPath } = await startTicket(page, { fault: "killAfterDraft" });
  await openRun(page, runPath, "Interrupted");
  await page.keyboard.press("r");
  await expect(resumeDialog(page, ticketId)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(resumeDialog(page, ticketId)).toBeHidden();
  await expectRunState(page, "Interrupted");
  await expectEffects(ticketId, { modelCalls: 1, notes: 0, messages: 0 });
});
