import path from "node:path";
import { defineConfig } from "@playwright/test";
import { getChromium } from "@/lib/bin/tests/chromium";

const root = path.resolve(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");

/** Journeys in a real browser on the production build; e2e/product.ts starts the whole product for them. */
export default defineConfig({
  testDir: "journeys",
  outputDir: path.join(root, "test-results"),
  globalSetup: "./product.ts",
  // One product, one worker: journeys kill it, and count what the outside world received.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 60_000,
  // Live screens are fresh within two seconds; a resumed run needs some more for its steps.
  expect: { timeout: 15_000 },
  reporter: process.env.REPRISE_PLAYWRIGHT_REPORT
    ? [["line"], ["json", { outputFile: process.env.REPRISE_PLAYWRIGHT_REPORT }]]
    : [["list"]],
  use: {
    // Set by the global set-up, which runs before any test process reads this file again.
    baseURL: process.env.REPRISE_BASE_URL,
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    locale: "en-GB",
    timezoneId: "UTC",
    launchOptions: {
      executablePath: getChromium(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [{ name: "desktop", use: { viewport: { width: 1280, height: 800 } } }],
});
