import { expect, type Page } from "@playwright/test";
import type { Role } from "@/lib/progress/validation";

/** Through the demo's button of the role. */
export async function signIn(page: Page, role: Role): Promise<void> {
  await page.goto("/sign-in");
  await page.getByRole("button", { name: `Continue as ${role}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: role === "approver" ? "Approvals" : "Now" })).toBeVisible();
}
