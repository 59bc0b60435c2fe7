/** Counts and names what the test runners reported. What did not come to an end counts as failed, never as nothing. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, by name and with its first words: the end of a long output is what people are shown. */
  failures: readonly string[];
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(""),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

const Spec = z.object({
  file: z.string(),
  title: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
    }),
  ),
});
const Suite = z.object({
  specs: z.array(Spec).default([]),
  get suites() {
    return z.array(Suite).default([]);
  },
});
type Suite = z.infer<typeof Suite>;

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(Suite),
});

const FaultsReport = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  failures: z.array(z.string()),
});

/** For a stage that has no tests to count: a compiler, a linter. */
export function tallyCheck(exitCode: number | null): Tally {
  if (exitCode === 0) return { passed: 1, failed: 0, skipped: 0, failures: [] };
  return { passed: 0, failed: 1, skipped: 0, failures: [`it ended with ${exitCode ?? "no code"}`] };
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
    failures: [
      ...brokenFiles.map((file) => failure(file.name, "", file.message)),
      ...testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === "failed")
          .map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages?.[0])),
      ),
    ],
  });
}

export function tallyPlaywright(exitCode: number | null, report: unknown): Tally {
  const parsed = PlaywrightReport.safeParse(report);
  if (!parsed.success) return tallyCheck(null);
  const { expected, unexpected, flaky, skipped } = parsed.data.stats;
  const failures = parsed.data.suites
    .flatMap(specsOf)
    .flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === "unexpected" || status === "flaky")
        .map(({ results }) => failure(file, title, results.find(({ error }) => error)?.error?.message)),
    );
  return distrust(exitCode, { passed: expected, failed: unexpected + flaky, skipped, failures });
}

function specsOf(suite: Suite): z.infer<typeof Spec>[] {
  return [...suite.specs, ...suite.suites.flatMap(specsOf)];
}

/** The fault campaign counts by itself: each scenario is one test, each missed quota a failed one. */
export function tallyFaults(exitCode: number | null, report: unknown): Tally {
  const parsed = FaultsReport.safeParse(report);
  return parsed.success ? distrust(exitCode, parsed.data) : tallyCheck(null);
}

export function addTallies(tallies: Tally[]): Tally {
  return tallies.reduce(
    (sum, { passed, failed, skipped, failures }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
      failures: [...sum.failures, ...failures],
    }),
    { passed: 0, failed: 0, skipped: 0, failures: [] as string[] },
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
  if (!isUnexplained && !isEmpty) return tally;
  const why = isEmpty ? "no test was found" : `every test passed, and the runner ended with ${exitCode ?? "no code"}`;
  return { ...tally, failed: tally.failed + 1, failures: [...tally.failures, why] };
}

/** The file below the project, the test, and the first line of why. */
function failure(file: string, test: string, message = ""): string {
  const [why = ""] = stripVTControlCharacters(message).split("\n");
  return [path.relative(process.cwd(), path.resolve(file)), test, why].filter((part) => part !== "").join(" › ");
}
