import { expect, it } from "vitest";
import { cells } from "./cells";
import { OptionsRefused, readOptions } from "./options";

it("plays one round of everything by default", () => {
  expect(readOptions([])).toMatchObject({ form: "long", seed: 1, seeds: cells.length, isFiltered: false });
});

it("replays a single seed, which has no quota to meet", () => {
  expect(readOptions(["--seed", "40"])).toMatchObject({ seed: 40, seeds: 1, isFiltered: true });
});

it("goes on with new seeds for as long as it is told", () => {
  expect(readOptions(["--minutes", "5"])).toMatchObject({ seeds: null, minutes: 5, isFiltered: false });
});

it("keeps to a fault and a boundary", () => {
  const { only, seeds, isFiltered } = readOptions(["--fault", "kill", "--boundary", "B7"]);
  expect(cells.filter(only)).toEqual([{ fault: "kill", boundary: "B7" }]);
  expect({ seeds, isFiltered }).toEqual({ seeds: 1, isFiltered: true });
});

it.each([
  [
    "a fault that there is not",
    ["--fault", "nosuch"],
    /^There is no fault "nosuch"\. There are: kill, stop, .*web_killed\.$/,
  ],
  [
    "a boundary that there is not",
    ["--boundary", "B99"],
    /^There is no boundary "B99"\. There are: anytime, B0, .*B13\.$/,
  ],
  [
    "a fault at a boundary where it never strikes",
    ["--fault", "refused", "--boundary", "B7"],
    /^The fault refused does not strike at B7, but at: B\d.*\.$/,
  ],
  ["half a seed", ["--seed", "1.5"], /^--seed is "1\.5"; use a whole number above 0\.$/],
])("refuses %s in one sentence, with what there is", (_, args, sentence) => {
  expect(() => readOptions(args)).toThrow(sentence);
});

it.each([
  ["a fault that never strikes there", ["--fault", "refused", "--boundary", "B7"]],
  ["an option that there is not", ["--sedes", "3"]],
  ["a number that is none", ["--runs", "many"]],
  ["a number that is not above 0", ["--seeds", "0"]],
])("refuses %s", (_, args) => {
  expect(() => readOptions(args)).toThrow(OptionsRefused);
});
