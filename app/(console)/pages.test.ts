import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const here = import.meta.dirname;
const pages = Object.keys(import.meta.glob("./**/page.tsx"));

it("every page of the console asks who reads it, as a layout does not guard the page inside it", () => {
  expect(pages.length).toBeGreaterThanOrEqual(5);
  const open = pages.filter((page) => !/await requireUser\(/.test(readFileSync(path.join(here, page), "utf8")));
  expect(open).toEqual([]);
});
