import { expect, test } from "../support/journey";

test("an admin makes a key, replaces it and reads the new one, and revokes both; each is shown once", async ({
  as,
}) => {
  const page = await as("admin");
  await page.goto("/settings");
  await page.getByRole("link", { name: "makes, replaces and revokes them" }).click();
  await page.getByRole("button", { name: "Make a key…" }).click();
  const dialog = page.getByRole("dialog");
  const name = `EU workers ${crypto.randomUUID().slice(0, 8)}`;
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Only these workflows").fill("support-ticket, call-label");
  await dialog.getByRole("button", { name: "Make it" }).click();
  const first = await dialog.getByTestId("made-key").textContent();
  expect(first).toMatch(/^rpk_[0-9a-f]{8}_[\w-]{43}$/);
  await dialog.getByRole("button", { name: "Done" }).click();

  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("only the workflows support-ticket, call-label");
  await row.getByRole("button", { name: "Replace…" }).click();
  await dialog.getByLabel("The old one goes on for").selectOption({ label: "Ends at once" });
  await dialog.getByRole("button", { name: "Make the new one" }).click();
  await expect(dialog.getByTestId("made-key")).toHaveText(/^rpk_/);
  expect(await dialog.getByTestId("made-key").textContent()).not.toBe(first);
  await dialog.getByRole("button", { name: "Done" }).click();

  const ended = page.getByRole("list", { name: "Ended keys" }).getByRole("listitem").filter({ hasText: name });
  await expect(ended).toContainText("Expired");
  await row.getByRole("button", { name: "Revoke…" }).click();
  await dialog.getByLabel("Reason").fill("It was in a log");
  await dialog.getByRole("button", { name: "Revoke it" }).click();
  await expect(ended).toHaveCount(2);
  await expect(ended.filter({ hasText: "Revoked" })).toContainText("revoked by");
  await page.reload();
  await expect(page.getByText(first ?? "none")).toHaveCount(0);
});

test("who is no admin reads whom to ask", async ({ as }) => {
  const page = await as("lead");
  await page.goto("/settings/keys");
  await expect(page.getByText("Only an admin sees the keys of programs")).toBeVisible();
});
