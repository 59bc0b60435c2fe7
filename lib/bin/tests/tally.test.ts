import path from "node:path";
import { expect, test } from "vitest";
import { addTallies, formatTally, tallyCheck, tallyFaults, tallyPlaywright, tallyVitest } from "./tally";

const file = (status: string, tests: number) => ({
  name: path.resolve("lib/a.test.ts"),
  status,
  message: "cannot be loaded\n at a line",
  assertionResults: Array.from({ length: tests }, () => ({
    status,
    fullName: "a rule holds",
    failureMessages: status === "failed" ? ["\u001b[31mexpected 1 to be 2\u001b[39m\n at a line"] : [],
  })),
});
const vitest = (passed: number, failed: number, files: object[] = [file("passed", passed)]) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: files,
});
const playwright = (expected: number, unexpected: number, flaky = 0, skipped = 0) => ({
  stats: { expected, unexpected, flaky, skipped },
  suites: [{ specs: [], suites: [{ specs: Array(unexpected).fill(failedJourney) }] }],
});
const failedJourney = {
  file: "e2e/journeys/a.spec.ts",
  title: "a person resumes",
  tests: [{ status: "unexpected", results: [{}, { error: { message: "the button is off" } }] }],
};

test.each([
  ["all tests passed", tallyVitest(0, vitest(7, 0)), "7 passed, 0 failed"],
  ["a test failed", tallyVitest(1, vitest(6, 1)), "6 passed, 1 failed"],
  ["a file could not be loaded", tallyVitest(1, vitest(6, 0, [file("failed", 0)])), "6 passed, 1 failed"],
  ["the runner failed though every test passed", tallyVitest(1, vitest(6, 0)), "6 passed, 1 failed"],
  ["the runner crashed before its report", tallyVitest(0, null), "0 passed, 1 failed"],
  ["no test was found", tallyVitest(0, vitest(0, 0, [])), "0 passed, 1 failed"],
  ["a journey needed a second try", tallyPlaywright(0, playwright(3, 0, 1)), "3 passed, 1 failed"],
  ["a journey was left out", tallyPlaywright(0, playwright(3, 0, 0, 2)), "3 passed, 0 failed, 2 skipped"],
  ["the product did not start", tallyPlaywright(1, playwright(0, 0)), "0 passed, 1 failed"],
  ["every scenario held", tallyFaults(0, { passed: 30, failed: 0, skipped: 0, failures: [] }), "30 passed, 0 failed"],
  ["the campaign ended before its report", tallyFaults(0, null), "0 passed, 1 failed"],
  ["a check was killed", tallyCheck(null), "0 passed, 1 failed"],
])("%s", (_, tally, line) => {
  expect(formatTally(tally)).toBe(line);
});

test.each([
  ["a test", tallyVitest(1, vitest(6, 1, [file("failed", 1)])), "lib/a.test.ts › a rule holds › expected 1 to be 2"],
  ["a file", tallyVitest(1, vitest(6, 0, [file("failed", 0)])), "lib/a.test.ts › cannot be loaded"],
  ["a journey", tallyPlaywright(1, playwright(3, 1)), "e2e/journeys/a.spec.ts › a person resumes › the button is off"],
  ["a check", tallyCheck(2), "it ended with 2"],
  ["a runner", tallyVitest(1, vitest(6, 0)), "every test passed, and the runner ended with 1"],
])("%s that failed is named with its reason", (_, tally, line) => {
  expect(tally.failures).toEqual([line]);
});

test("the last line sums every stage", () => {
  const sum = addTallies([tallyCheck(0), tallyCheck(1), tallyVitest(0, vitest(7, 0))]);
  expect(formatTally(sum)).toBe("8 passed, 1 failed");
});
