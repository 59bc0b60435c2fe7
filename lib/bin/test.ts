/**
 * `npm test`: everything, one stage after the other, each counted even when an earlier one failed. The runners start and stop what they
 * need themselves: Vitest its PostgreSQL, Playwright the whole product.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createChildren } from "./product/children";
import { nextArgs } from "./product/console-build";
import { reportFailure } from "./product/report-failure";
import { watchStop } from "./product/stop";
import { ensureChromium } from "./tests/chromium";
import {
  addTallies,
  formatTally,
  readReport,
  type Tally,
  tallyCheck,
  tallyFaults,
  tallyPlaywright,
  tallyVitest,
} from "./tests/tally";
import { testEnv } from "./tests/test-env";

const children = createChildren();
const stop = watchStop(children, console.log);
stop.signal.addEventListener("abort", () => void children.stopAll());

const reports = mkdtempSync(path.join(tmpdir(), "reprise-reports-"));
const vitestReport = path.join(reports, "vitest.json");
const playwrightReport = path.join(reports, "playwright.json");
const faultsReport = path.join(reports, "faults.json");

const tallies = [
  await runStage("format and lint", async () => tallyCheck(await run("biome", ["check", "--error-on-warnings", "."]))),
  await runStage("types", async () => {
    // The types of pages and routes, which a fresh clone does not have yet.
    const generated = await runNode(nextArgs("typegen"));
    return tallyCheck(generated === 0 ? await run("tsc", ["--noEmit"]) : generated);
  }),
  await runStage("tests", async () => {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${vitestReport}`];
    const code = await run("vitest", ["run", "--config", "lib/testing/vitest.config.ts", ...reporters]);
    return tallyVitest(code, readReport(vitestReport));
  }),
  await runStage("faults", async () => {
    const code = await runNode([
      "--import",
      "tsx",
      "lib/testing/faults/faults.ts",
      "--short",
      "--report",
      faultsReport,
    ]);
    return tallyFaults(code, readReport(faultsReport));
  }),
  await runStage("journeys", async () => {
    ensureChromium();
    const code = await run("playwright", ["test", "--config", "e2e/playwright.config.ts"], {
      REPRISE_PLAYWRIGHT_REPORT: playwrightReport,
    });
    return tallyPlaywright(code, readReport(playwrightReport));
  }),
];

await children.stopAll();
rmSync(reports, { recursive: true, force: true });
const sum = addTallies(tallies);
if (sum.failures.length > 0) console.log(["", "What failed:", ...sum.failures.map((one) => `  ${one}`)].join("\n"));
console.log(`\n${formatTally(sum)}`);
process.exit(sum.failed > 0 ? 1 : 0);

async function runStage(name: string, work: () => Promise<Tally>): Promise<Tally> {
  if (stop.signal.aborted) return tallyCheck(null);
  console.log(`\n== ${name}`);
  const startedAt = Date.now();
  const tally = await work().catch((error: unknown) => {
    reportFailure(error);
    return tallyCheck(null);
  });
  console.log(`== ${name}: ${formatTally(tally)} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return { ...tally, failures: tally.failures.map((one) => `${name}: ${one}`) };
}

/** A program of node_modules/.bin. */
function run(program: string, args: string[], env: Record<string, string> = {}): Promise<number | null> {
  return runNode([path.join("node_modules/.bin", program), ...args], env);
}

async function runNode(args: string[], env: Record<string, string> = {}): Promise<number | null> {
  const exit = await children.run({
    name: path.basename(args.find((arg) => arg.includes("/")) ?? ""),
    command: process.execPath,
    args,
    env: testEnv({ NEXT_TELEMETRY_DISABLED: "1", ...env }),
    // What Playwright takes as Ctrl-C; to the others it is the same.
    stopSignal: "SIGINT",
    // The journeys' product stops within this.
    graceMs: 40_000,
    onLine: console.log,
  });
  return exit.code;
}
