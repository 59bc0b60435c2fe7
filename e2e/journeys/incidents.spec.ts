import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";

type Listed = { id: string; title: string; class: string; state: string };

/** The rules look shortly after the product has started; the demo's weeks hold every class of trouble. */
async function listed(page: Page, query = ""): Promise<Listed[]> {
  let rows: Listed[] = [];
  await expect(async () => {
    const answer = await page.request.get(`/api/v1/incidents?pageSize=200${query}`);
    rows = (await answer.json()).rows;
    expect(new Set(rows.map((row) => row.class)).size).toBeGreaterThanOrEqual(query === "" ? 4 : 1);
  }).toPass({ timeout: 60_000 });
  return rows;
}

test("the first start shows incidents of all four classes, and each filter shows what its count says", async ({
  as,
}) => {
  const page = await as("viewer");
  const rows = await listed(page);
  await page.getByRole("link", { name: "Incidents" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Incidents" })).toBeVisible();
  const chip = page.getByRole("group", { name: "Class" }).getByRole("button", { name: /Duplicate action/ });
  const count = rows.filter((row) => row.class === "duplicate_action").length;
  await expect(chip).toContainText(String(count));
  await chip.click();
  await expect(page).toHaveURL(/classes=duplicate_action/);
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(count + 1);
  await page
    .getByRole("group", { name: "State" })
    .getByRole("button", { name: /Reviewed/ })
    .click();
  await expect(page.getByText("Nothing matches these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/incidents$/);
});
