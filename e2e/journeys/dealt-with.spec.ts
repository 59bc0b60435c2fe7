import { expect, test } from "../support/journey";

test("a run that stopped for good is accepted with a reason and no longer counts as open, until somebody opens it again", async ({
  as,
}) => {
  const page = await as("operator");
  const counted = async () => {
    await page.goto("/");
    const link = page.getByRole("link", { name: /stopped for good, not dealt with/ });
    return Number.parseInt((await link.textContent()) ?? "", 10);
  };
  // The oldest: what other journeys left behind may still move.
  const { rows } = await (await page.request.get("/api/v1/runs?dealt=open&pageSize=100")).json();
  const runPath = `/runs/${rows.at(-1).run.id}`;
  const before = await counted();
  expect(before).toBeGreaterThan(0);

  await page.goto(runPath);
  const open = page.getByRole("region", { name: "Not dealt with" });
  await open.getByRole("button", { name: "Accept…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Accept it as it is" }).click();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await dialog.getByLabel("Reason").fill("The customer was called");
  await dialog.getByRole("button", { name: "Accept it as it is" }).click();

  const dealt = page.getByRole("region", { name: "How it was dealt with" });
  await expect(dealt).toContainText("accepted it as it is");
  await expect(dealt).toContainText("The customer was called");
  expect(await counted()).toBe(before - 1);

  await page.goto(runPath);
  await dealt.getByRole("button", { name: "Open again…" }).click();
  await dialog.getByLabel("Reason").fill("The customer called again");
  await dialog.getByRole("button", { name: "Open it again" }).click();
  await expect(open).toContainText("The customer called again");
  expect(await counted()).toBe(before);
});
