import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/journey";

const region = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });

/** Through the navigation, to the newest week that is over. */
async function openLastWeek(page: Page): Promise<string> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Review" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Week \d+, / })).toBeVisible();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

async function decide(page: Page, what: string): Promise<void> {
  await region(page, "Decisions").getByRole("button", { name: "Decide…" }).click();
  const dialog = page.getByRole("dialog", { name: "Decide something" });
  await expect(dialog.getByRole("button", { name: "Decide it" })).toBeDisabled();
  await dialog.getByLabel("What will be done").fill(what);
  await dialog.getByLabel("Owner").fill("rev-ops");
  await dialog.getByLabel("Class it should reduce").selectOption("Observability debt");
  await dialog.getByRole("button", { name: "Decide it" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(region(page, "Decisions").getByRole("listitem").filter({ hasText: what })).toContainText("Open");
}

test("a lead reads last week's review, decides, writes, freezes and exports it; a viewer reads it and changes nothing", async ({
  as,
}) => {
  const viewer = await as("viewer");
  await openLastWeek(viewer);
  for (const [of, name] of [
    [viewer.getByRole("main"), "Freeze…"],
    [region(viewer, "Decisions"), "Decide…"],
    [region(viewer, "In short"), "Edit"],
  ] as const) {
    await expect(of.getByRole("button", { name })).toBeDisabled();
    await expect(of.getByRole("button", { name })).toHaveAccessibleDescription(
      /you need one of these roles: lead, admin/,
    );
  }

  const lead = await as("lead");
  const week = await openLastWeek(lead);
  await expect(lead.getByText("Draft", { exact: true })).toBeVisible();
  const numbers = region(lead, "Numbers");
  for (const name of ["Incidents", "Duplicates that got through", "Time to settle, p95", "Steps not done again"]) {
    await expect(numbers.getByRole("row", { name })).toBeVisible();
  }
  await decide(lead, "Declare a probe for the queue");
  await region(lead, "In short").getByRole("button", { name: "Edit" }).click();
  await lead.getByLabel("The week in short").fill("The CRM was away on Tuesday.");
  await lead.getByRole("button", { name: "Save" }).click();
  await expect(region(lead, "In short")).toContainText("written by");

  await lead.getByRole("button", { name: "Freeze…" }).click();
  await lead.getByRole("button", { name: "Freeze the review" }).click();
  await expect(lead.getByText("Frozen", { exact: true })).toBeVisible();
  await expect(lead.getByText("Nothing that was settled since would change it")).toBeVisible();
  await expect(region(lead, "Decisions").getByRole("button", { name: "Decide…" })).toHaveCount(0);

  for (const [name, extension, holds] of [
    ["Markdown", "md", "The CRM was away on Tuesday."],
    ["CSV", "csv", "Declare a probe for the queue"],
  ] as const) {
    const link = lead.getByRole("link", { name });
    const file = await lead.request.get((await link.getAttribute("href")) ?? "");
    expect(file.headers()["content-disposition"]).toBe(`attachment; filename="review-${week}.${extension}"`);
    const text = await file.text();
    expect(text).toContain(holds);
    expect(text).toContain(extension === "md" ? "Version 1, frozen" : `${week},1,figure,Incidents,`);
  }

  // What becomes of it is marked where the next week begins with it.
  await region(lead, "Decisions")
    .getByRole("link", { name: /^Week / })
    .click();
  const former = region(lead, "Last week's decisions");
  await former.getByRole("button", { name: /^Done.*Declare a probe/ }).click();
  const decided = former.getByRole("listitem").filter({ hasText: "Declare a probe" });
  await expect(decided).toContainText("Done");
  // Each click on what is shown is one of its own: taken back, and said again.
  await former.getByRole("button", { name: /^Not done.*Declare a probe/ }).click();
  await expect(decided).toContainText("Open");
  await former.getByRole("button", { name: /^Done.*Declare a probe/ }).click();
  await expect(decided).toContainText("according to");
  await lead.goto(`/reviews/${week}`);
  await expect(region(lead, "Decisions").getByRole("listitem")).toContainText("Open");

  await lead.getByRole("button", { name: "New version…" }).click();
  await lead.getByLabel("Note").fill("The CRM found one more.");
  await lead.getByRole("button", { name: "Begin version 2" }).click();
  await expect(lead.getByText("Draft, version 2")).toBeVisible();
  await expect(region(lead, "In short")).toContainText("The CRM was away on Tuesday.");
  await lead.getByRole("link", { name: "1", exact: true }).click();
  await expect(lead.getByText("Frozen", { exact: true })).toBeVisible();

  await viewer.reload();
  await expect(viewer.getByText("Draft, version 2")).toBeVisible();
});

test("the week that goes on is shown so far, and says why nothing can be decided yet", async ({ as }) => {
  const page = await as("lead");
  await page.goto("/reviews");
  await page.getByRole("link", { name: "The week so far" }).click();
  await expect(page.getByText("Goes on")).toBeVisible();
  await expect(page.getByRole("button", { name: "Freeze…" })).toHaveAccessibleDescription(/The week is not over/);
  await expect(region(page, "Definitions and data gaps")).toContainText("its figures still grow");
  await page.goto("/reviews/2099-W01");
  await expect(page.getByText("There is no review of this week")).toBeVisible();
});

/** The newest week but one: the first journey freezes the newest. */
async function openWeekBefore(page: Page): Promise<void> {
  await openLastWeek(page);
  await page.getByRole("navigation", { name: "Weeks" }).getByRole("link").first().click();
  await expect(page.getByText("Draft", { exact: true })).toBeVisible();
}

test("what a lead is writing stays, whatever else changes in the draft, and a colleague's words are shown before they are replaced", async ({
  as,
}) => {
  const [lead, admin] = [await as("lead"), await as("admin")];
  await openWeekBefore(lead);
  await openWeekBefore(admin);
  await region(lead, "In short").getByRole("button", { name: "Edit" }).click();
  await lead.getByLabel("The week in short").fill("A long thought about the week.");
  await region(lead, "Decisions")
    .getByRole("button", { name: /^Take back/ })
    .first()
    .click();
  await expect(lead.getByText("The decision is taken back")).toBeVisible();
  await expect(lead.getByLabel("The week in short")).toHaveValue("A long thought about the week.");

  await admin.reload();
  await region(admin, "In short").getByRole("button", { name: "Edit" }).click();
  await admin.getByLabel("The week in short").fill("A colleague's words.");
  await admin.getByRole("button", { name: "Save" }).click();
  await expect(region(admin, "In short")).toContainText("written by");

  const inShort = region(lead, "In short");
  await inShort.getByRole("button", { name: "Save" }).click();
  await expect(inShort.getByRole("alert").filter({ hasText: "wrote here meanwhile" })).toContainText(
    "A colleague's words.",
  );
  await inShort.getByRole("button", { name: "Save" }).click();
  await expect(inShort).toContainText("A long thought about the week.");
  await expect(inShort).toContainText("written by");

  // The third decision turns the button off: whoever works by keyboard still stands on it.
  await decide(lead, "Ask the vendor for a probe");
  await expect(region(lead, "Decisions").getByRole("button", { name: "Decide…" })).toBeFocused();
});

test("a freeze whose answer is lost is not called refused, and the same click again finds it done", async ({ as }) => {
  const lead = await as("lead");
  await openWeekBefore(lead);
  await lead.route(
    "**/freeze",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await lead.getByRole("button", { name: "Freeze…" }).click();
  const dialog = lead.getByRole("dialog");
  await dialog.getByRole("button", { name: "Freeze the review" }).click();
  await expect(dialog.getByRole("alert")).toContainText("No answer came: it may have been done");
  await dialog.getByRole("button", { name: "Freeze the review" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(lead.getByText("Frozen", { exact: true })).toBeVisible();
});

test("a count of the week opens as many rows as it says", async ({ as }) => {
  const page = await as("viewer");
  const week = await openLastWeek(page);
  for (const name of [/^Duplicates that got through/, /^Unknown for over an hour/, /^Duplicates avoided/]) {
    await page.goto(`/reviews/${week}`);
    const link = region(page, "Numbers").getByRole("row", { name }).getByRole("link");
    const count = Number(await link.textContent());
    await link.click();
    await expect(page.getByRole("table").getByRole("row")).toHaveCount(count + 1);
  }
});

test("a version that there is not is said to be that, with the way to the newest", async ({ as }) => {
  const page = await as("viewer");
  const week = await openLastWeek(page);
  for (const version of [0, 99]) {
    await page.goto(`/reviews/${week}?version=${version}`);
    await expect(page.getByText(`There is no version ${version} of this review`)).toBeVisible();
  }
  await page.getByRole("link", { name: "The newest version" }).click();
  await expect(region(page, "Numbers")).toBeVisible();
});
