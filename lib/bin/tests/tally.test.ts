import { expect, test } from "vitest";
import { addTallies, formatTally, tallyCheck, tallyFaults, tallyPlaywright, tallyVitest } from "./tally";

const file = (status: string, tests: number) => ({ status, assertionResults: Array(tests).fill({}) });
const vitest = (passed: number, failed: number, files: object[] = [file("passed", passed)]) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: files,
});
const playwright = (expected: number, unexpected: number, flaky = 0, skipped = 0) => ({
  stats: { expected, unexpected, flaky, skipped },
});

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
  ["every scenario held", tallyFaults(0, { passed: 30, failed: 0, skipped: 0 }), "30 passed, 0 failed"],
  ["the campaign ended before its report", tallyFaults(0, null), "0 passed, 1 failed"],
  ["a check was killed", tallyCheck(null), "0 passed, 1 failed"],
])("%s", (_, tally, line) => {
  expect(formatTally(tally)).toBe(line);
});

test("the last line sums every stage", () => {
  const sum = addTallies([tallyCheck(0), tallyCheck(1), tallyVitest(0, vitest(7, 0))]);
  expect(formatTally(sum)).toBe("8 passed, 1 failed");
});
