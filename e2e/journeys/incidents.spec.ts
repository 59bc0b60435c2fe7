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

const history = (page: Page) => page.getByRole("region", { name: "History" });

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

test("an operator takes one, follows its evidence and resolves it; the lead says what it was", async ({ as }) => {
  const operator = await as("operator");
  const [first] = await listed(operator, "&states=open&classes=observability_debt");
  if (!first) throw new Error("Nothing is open.");
  await operator.goto(`/incidents/${first.id}`);
  await expect(operator.getByRole("region", { name: "Why this is an incident" })).toContainText("What helps");

  await operator.getByRole("region", { name: "Evidence" }).getByRole("link", { name: /^run_/ }).first().click();
  const about = operator.getByRole("region", { name: "Incidents" });
  await about.getByRole("link", { name: first.title }).first().click();
  await expect(operator.getByRole("heading", { level: 1, name: first.title })).toBeVisible();

  await operator.getByRole("button", { name: "Take it" }).click();
  await expect(operator.getByRole("button", { name: "Give it back" })).toBeVisible();
  await expect(operator.getByRole("button", { name: "Reclassify…" })).toHaveAttribute("aria-disabled", "true");
  await operator.getByRole("button", { name: "Resolve…" }).click();
  await operator.getByLabel("Reason").fill("Its code writes a line now.");
  await operator.getByRole("button", { name: "It is resolved" }).click();
  await expect(history(operator)).toContainText("said: resolved");
  await expect(history(operator)).toContainText("Its code writes a line now.");

  const lead = await as("lead");
  await lead.goto(`/incidents/${first.id}`);
  await lead.getByRole("button", { name: "Reclassify…" }).click();
  await lead.getByLabel("Class").selectOption("state_inconsistency");
  await lead.getByLabel("Reason").fill("The records did not fit together.");
  await lead.getByRole("button", { name: "Change its class" }).click();
  await expect(history(lead)).toContainText("put it from observability debt to state inconsistency");
});

test("an incident is opened by hand about a run, and its page leads back to it", async ({ as }) => {
  const page = await as("operator");
  const { rows } = await (await page.request.get("/api/v1/runs?pageSize=1&states=succeeded")).json();
  await page.goto(`/runs/${rows[0].run.id}`);
  await page.getByRole("button", { name: "Open an incident…" }).click();
  await page.getByLabel("What happened").fill("The customer got two mails");
  await page.getByLabel("How do you know?").fill("She called and read both to me.");
  await page.getByRole("button", { name: "Open it" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "The customer got two mails" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Evidence" })).toContainText("She called and read both to me.");
  await page.getByRole("region", { name: "Evidence" }).getByRole("link", { name: /^run_/ }).click();
  await expect(page.getByRole("region", { name: "Incidents" })).toContainText("The customer got two mails");
});

test("what somebody types about an incident stays when a colleague changes it, who is read before it is confirmed", async ({
  as,
}) => {
  const [lead, operator] = [await as("lead"), await as("operator")];
  const [incident] = await listed(lead, "&states=open&classes=progress_loss");
  if (!incident) throw new Error("Nothing is open.");
  await lead.goto(`/incidents/${incident.id}`);
  await lead.getByRole("button", { name: "Mitigated…" }).click();
  const dialog = lead.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The worker has more memory.");

  await operator.goto(`/incidents/${incident.id}`);
  await operator.getByRole("button", { name: "Take it" }).click();
  await expect(operator.getByRole("button", { name: "Give it back" })).toBeVisible();

  await expect(dialog.getByRole("alert")).toContainText("It was changed while this was open");
  await expect(dialog.getByRole("alert")).toContainText("Omar Haddad owns it.");
  await expect(dialog.getByRole("button", { name: "It is mitigated" })).toBeDisabled();
  await dialog.getByRole("button", { name: "I have read it" }).click();
  await expect(dialog.getByLabel("Reason")).toHaveValue("The worker has more memory.");
  await dialog.getByRole("button", { name: "It is mitigated" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(history(lead)).toContainText("The worker has more memory.");
});
