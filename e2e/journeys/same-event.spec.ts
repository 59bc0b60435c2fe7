import { expect, test } from "../support/journey";
import { expectEffects } from "../support/outside-world";
import { expectRunState } from "../support/run-page";
import { demoPanel, readStarted, startTicket, startTicketByEvent } from "../support/ticket";

test("the same ticket event twice is one run", async ({ as }) => {
  const page = await as("operator");
  const first = await startTicket(page);
  await demoPanel(page).getByRole("button", { name: "Same event again" }).click();
  const notice = demoPanel(page).getByRole("status").filter({ hasText: "The same run, not a second one" });
  expect(await readStarted(notice)).toEqual(first);

  await notice.getByRole("link", { name: "its run" }).click();
  await expectRunState(page, "Succeeded");
  await page.goto(`/runs?text=${first.ticketId}`);
  await expect(page.getByRole("table").getByRole("link", { name: new RegExp(first.ticketId) })).toHaveCount(1);
  await expectEffects(first.ticketId, { modelCalls: 1, notes: 1, messages: 1 });
});

test("two deliveries of an event at the same moment are one run", async ({ as }) => {
  const page = await as("operator");
  const { ticketId } = await startTicketByEvent(page, { kind: "routine" });
  const again = { ticketId, eventId: `desk-event-for-${ticketId}-twice` };
  const answers = await Promise.all([1, 2].map(() => startTicketByEvent(page, { kind: "routine", again })));
  expect(answers.map((answer) => answer.created).sort()).toEqual([false, true]);
  expect(answers[0]?.runPath).toBe(answers[1]?.runPath);
});
