/** Counts what the test runners reported. What did not come to an end counts as failed, never as nothing. */

import { readFileSync } from "node:fs";
import { z } from "zod";

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

const FaultsReport = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });

/** For a stage that has no tests to count: a compiler, a linter. */
export function tallyCheck(exitCode: number | null): Tally {
  return exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

export function tallyVitest(exitCode: number | null, report: unknown): Tally {
  const parsed = VitestReport.safeParse(report);
  if (!parsed.success) return tallyCheck(null);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = parsed.data;
  // A file that cannot even be loaded has no tests to fail.
  const brokenFiles = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return distrust(exitCode, {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length,
    skipped: numPendingTests + numTodoTests,
  });
}

export function tallyPlaywright(exitCode: number | null, report: unknown): Tally {
  const parsed = PlaywrightReport.safeParse(report);
  if (!parsed.success) return tallyCheck(null);
  const { expected, unexpected, flaky, skipped } = parsed.data.stats;
  return distrust(exitCode, { passed: expected, failed: unexpected + flaky, skipped });
}

/** The fault campaign counts by itself: each scenario is one test, each missed quota a failed one. */
export function tallyFaults(exitCode: number | null, report: unknown): Tally {
  const parsed = FaultsReport.safeParse(report);
  return parsed.success ? distrust(exitCode, parsed.data) : tallyCheck(null);
}

export function addTallies(tallies: Tally[]): Tally {
  return tallies.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

export function formatTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** Null when there is none, or only half of one. */
export function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** A runner that fails without a failed test crashed, leaked an error or found no tests. One that counts none found none. */
function distrust(exitCode: number | null, tally: Tally): Tally {
  const isUnexplained = exitCode !== 0 && tally.failed === 0;
  const isEmpty = tally.passed + tally.failed + tally.skipped === 0;
  return isUnexplained || isEmpty ? { ...tally, failed: tally.failed + 1 } : tally;
}
