import type { Locator, Page } from "@playwright/test";
import { withDatabase } from "../support/database";
import { expect, test } from "../support/journey";
import { confirmOf, expectRunState, openPlan, openRun } from "../support/run-page";
import { startTicket } from "../support/ticket";

const panel = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });

type Range = { from: number; to: number };

/** The range that the page counts in, as its own links name it. */
async function rangeOf(page: Page): Promise<Range> {
  const href = await panel(page, "Duplicates avoided")
    .getByRole("link", { name: "Distinct actions" })
    .getAttribute("href");
  const query = new URL(href ?? "", "http://console").searchParams;
  return { from: Number(query.get("from")), to: Number(query.get("to")) };
}

/** A headline figure: its name, and below it its number. */
async function figure(page: Page, of: string, label: string): Promise<number> {
  // biome-ignore lint/performance/useDomNodeTextContent: only laid-out text tells where a figure ends and its note begins
  const text = await panel(page, of).innerText();
  return Number(new RegExp(`^${label}\\n+(\\d+)$`, "m").exec(text)?.[1]);
}

/** Every number of the table twin that opens rows. */
async function cells(page: Page, of: string): Promise<{ href: string; value: number }[]> {
  const table = panel(page, of).getByRole("table");
  if (!(await table.isVisible())) await panel(page, of).getByRole("button", { name: "Show table" }).click();
  const links = await table.getByRole("link").all();
  return Promise.all(
    links.map(async (link) => ({
      href: (await link.getAttribute("href")) ?? "",
      value: Number(await link.textContent()),
    })),
  );
}

async function countRows(page: Page, href: string): Promise<number> {
  const { pathname, searchParams } = new URL(href, "http://console");
  let rows = 0;
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = new URLSearchParams({ ...Object.fromEntries(searchParams), pageSize: "200" });
    if (cursor) query.set("cursor", cursor);
    const answer = await page.request.get(`/api/v1${pathname}?${query}`);
    expect(answer.ok(), `${pathname}?${query}`).toBe(true);
    const list = await answer.json();
    rows += list.rows.length;
    cursor = list.next;
  }
  return rows;
}

/** The list that a figure opens, on the screen. */
async function expectOpensRows(page: Page, link: Locator, count: number): Promise<void> {
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: /^(Actions|Runs)$/ })).toBeVisible();
  if (count === 0) return;
  const more = page.getByRole("button", { name: "Load more" });
  const shown = page.getByText(/\d+ shown/);
  await expect(shown).toBeVisible();
  while (await more.isVisible()) await more.click();
  await expect(shown).toHaveText(`${count} shown, that is all`);
}

async function makeAnAvoidedDuplicate(page: Page): Promise<void> {
  const { ticketId, runPath } = await startTicket(page, { fault: "killAfterReport" });
  await openRun(page, runPath, "Interrupted");
  const dialog = await openPlan(page, ticketId);
  await dialog.getByLabel("Reason").fill("To be counted");
  await confirmOf(dialog).click();
  await expectRunState(page, "Succeeded");
}

test("the figures on Insights are those of the ledger, counted independently", async ({ as }) => {
  const page = await as("lead");
  await makeAnAvoidedDuplicate(page);
  await page.goto("/insights");
  await expect(panel(page, "Duplicates avoided")).toBeVisible();
  const { from, to } = await rangeOf(page);
  const counted = await withDatabase(async (sql) => {
    const [row] = await sql`
      with bounds as (select to_timestamp(${from}::float8 / 1000) as low, to_timestamp(${to}::float8 / 1000) as high)
      select
        (select count(distinct v.action_id) from ledger.avoided v, bounds
          where v.at >= low and v.at < high
          and v.action_id not in (select id from ledger.action where contradicted_at is not null))::int as avoided,
        (select count(*) from ledger.action, bounds where contradicted_at >= low and contradicted_at < high)::int as through,
        (select count(*) from progress.execution, bounds
          where kind = 'resume' and started_at >= low and started_at < high)::int as resumed,
        (select count(*) from ledger.attempt a, bounds
          where a.reason is not null and a.ended_at >= low and a.ended_at < high
          and exists (select from ledger.attempt b where b.action_id = a.action_id and b.number = a.number + 1)
        )::int as "actionRetries"
      from bounds`;
    return row;
  });
  expect(counted?.avoided).toBeGreaterThan(0);
  expect(await figure(page, "Duplicates avoided", "Distinct actions")).toBe(counted?.avoided);
  expect(await figure(page, "Duplicates avoided", "Got through")).toBe(counted?.through);
  expect(await figure(page, "Successful resumes", "Resumed")).toBe(counted?.resumed);
  await panel(page, "Retries by reason")
    .getByRole("button", { name: /^Actions \(ledger\)/ })
    .click();
  await panel(page, "Retries by reason").getByRole("radio", { name: "Attempts" }).check();
  await expect(panel(page, "Retries by reason")).toContainText(`n = ${counted?.actionRetries} attempts of actions`);
});

test("every figure on Insights opens exactly the rows it counts", async ({ as }) => {
  const page = await as("lead");
  await makeAnAvoidedDuplicate(page);
  await page.goto("/insights");
  await expect(panel(page, "Duplicates avoided")).toBeVisible();

  for (const of of ["Retries by reason", "Duplicates avoided"]) {
    const found = await cells(page, of);
    expect(found.length, `figures in ${of}`).toBeGreaterThan(0);
    for (const { href, value } of found) expect(await countRows(page, href), href).toBe(value);
  }
  for (const label of ["Distinct actions", "Got through"]) {
    const href = await panel(page, "Duplicates avoided").getByRole("link", { name: label }).getAttribute("href");
    expect(await countRows(page, href ?? ""), `${label}: ${href}`).toBe(
      await figure(page, "Duplicates avoided", label),
    );
  }

  const table = panel(page, "Duplicates avoided").getByRole("table");
  const last = table.getByRole("link").last();
  await expectOpensRows(page, last, Number(await last.textContent()));

  await page.goto("/insights");
  const distinct = panel(page, "Duplicates avoided").getByRole("link", { name: "Distinct actions" });
  const count = await figure(page, "Duplicates avoided", "Distinct actions");
  await expectOpensRows(page, distinct, count);
});

test("every figure of resumes opens exactly those resumes, also where a run was resumed twice", async ({ as }) => {
  const page = await as("lead");
  await makeAnAvoidedDuplicate(page);
  await page.goto("/insights");
  await expect(panel(page, "Successful resumes")).toBeVisible();
  for (const label of [
    "Resumed",
    "Passed the failing step",
    "Finished",
    "Without a duplicate",
    "Recovered by itself",
  ]) {
    const count = await figure(page, "Successful resumes", label);
    await panel(page, "Successful resumes").getByRole("link", { name: label, exact: true }).click();
    const rows = page.getByRole("region", { name: `Resumes: ${label.toLowerCase()}` }).getByRole("listitem");
    await expect(rows).toHaveCount(count);
  }
});

test("the resumes of a day are listed one by one", async ({ as }) => {
  const page = await as("lead");
  await makeAnAvoidedDuplicate(page);
  await page.goto("/insights");
  await panel(page, "Successful resumes").getByRole("button", { name: "Show table" }).click();
  const today = panel(page, "Successful resumes").getByRole("table").getByRole("row").last();
  const finished = today.getByRole("link").first();
  const count = Number(await finished.textContent());
  expect(count).toBeGreaterThan(0);
  await finished.click();
  await expect(page.getByRole("region", { name: /^Resumes of .*run finished$/ }).getByRole("listitem")).toHaveCount(
    count,
  );
});

test("retries are counted in attempts, items and runs, and each bar opens exactly what it counts", async ({ as }) => {
  const page = await as("lead");
  await page.goto("/insights?retries=actions&unit=attempts");
  const retries = panel(page, "Retries by reason");
  await expect(retries).toBeVisible();
  for (const unit of ["Attempts", "Runs"]) {
    await retries.getByText(unit, { exact: true }).click();
    const [first] = await cells(page, "Retries by reason");
    expect(first, `a figure in ${unit}`).toBeDefined();
    await page.goto(first?.href ?? "");
    const rows = page.getByRole("region", { name: / on .*: (attempts of actions|runs with an action)$/ });
    await expect(rows.getByRole("listitem")).toHaveCount(first?.value ?? -1);
    await rows.getByRole("button", { name: "Close" }).click();
  }
  await retries.getByLabel("First failures only").check();
  await expect(retries).toContainText("first attempts that failed");
});

test("the period before stands beside the figures, and a chart is a file", async ({ as }) => {
  const page = await as("lead");
  await page.goto("/insights");
  await page.getByLabel("Period before").check();
  await expect(panel(page, "Work saved")).toContainText(/before: \d+/);
  const download = page.waitForEvent("download");
  await panel(page, "Duplicates avoided").getByRole("button", { name: "CSV" }).click();
  expect((await download).suggestedFilename()).toBe("duplicates-avoided.csv");
});

test("unknown outcomes and saved steps open the rows they count", async ({ as }) => {
  const page = await as("lead");
  await page.goto("/insights");
  for (const [of, region] of [
    ["Unknowns open over time", /^Unknown at the end of /],
    ["Work saved", /^Work saved on /],
  ] as const) {
    await expect(panel(page, of)).toBeVisible();
    const [last] = (await cells(page, of)).slice(-1);
    expect(last, `a figure in ${of}`).toBeDefined();
    await page.goto(last?.href ?? "");
    await expect(page.getByRole("region", { name: region }).getByRole("listitem")).toHaveCount(last?.value ?? -1);
  }
});

test("a lead reads which protection a workflow needs, why, and the rows behind each figure", async ({ as }) => {
  const page = await as("lead");
  await page.goto("/insights");
  await page.getByRole("link", { name: "Which protection does it need?" }).click();
  await page.getByRole("link", { name: "support-ticket" }).click();
  await expect(page.getByRole("heading", { name: /^Recommendation: / })).toBeVisible();
  await expect(page.getByText("What speaks for it")).toBeVisible();
  const progress = panel(page, "Progress: what was lost, what was saved");
  const computed = Number(await progress.getByText(/^\d+$/).nth(1).textContent());
  await progress.getByRole("link", { name: "Computed again" }).click();
  const rows = page.getByRole("region", { name: "Steps computed again after a lost execution" });
  await expect(rows.getByRole("listitem")).toHaveCount(computed);
});
