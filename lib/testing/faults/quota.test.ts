import { expect, it } from "vitest";
import { cells } from "./cells";
import { missedQuota } from "./quota";
import { scenarioOf } from "./scenario";
import { shortQuota, shortSeeds } from "./short-form";

const quota = { cells: [{ fault: "kill", boundary: "B7" }], outcomes: ["unknown"], verdicts: ["safe"] } as const;

it("a campaign that met its quota misses nothing", () => {
  expect(missedQuota(quota, { struck: { "kill at B7": 1 }, outcomes: { unknown: 1 }, verdicts: { safe: 1 } })).toEqual(
    [],
  );
});

it.each([
  ["a cell that struck no run", { struck: { "kill at B7": 0 }, outcomes: { unknown: 1 }, verdicts: { safe: 1 } }],
  ["an outcome that never was", { struck: { "kill at B7": 1 }, outcomes: {}, verdicts: { safe: 1 } }],
  ["a verdict that was never shown", { struck: { "kill at B7": 1 }, outcomes: { unknown: 1 }, verdicts: {} }],
])("%s makes a campaign invalid", (_, met) => {
  expect(missedQuota(quota, met)).toHaveLength(1);
});

it("one seed decides the whole scenario", () => {
  expect(scenarioOf(17, 20)).toEqual(scenarioOf(17, 20));
  expect(scenarioOf(17, 20)).not.toEqual(scenarioOf(17 + cells.length, 20));
});

it("the short form meets every fault and every boundary", () => {
  const met = shortSeeds.map((seed) => scenarioOf(seed, 1).cell);
  expect(met).toEqual(shortQuota.cells);
  for (const key of ["fault", "boundary"] as const) {
    expect(new Set(met.map((cell) => cell[key]))).toEqual(new Set(cells.map((cell) => cell[key])));
  }
});
