import { expect, test } from "vitest";
import { classifyOff, moveOff, offeredMoves, takeOff } from "./incident-press";

test("a move that is not for the role says whose it is", () => {
  expect(moveOff({ state: "open" }, "resolved", "viewer", null)).toContain("operator, lead, admin");
  expect(moveOff({ state: "open" }, "dismissed", "operator", null)).toContain("lead, admin");
  expect(moveOff({ state: "open" }, "dismissed", "lead", null)).toBeNull();
  expect(moveOff({ state: "open" }, "resolved", "operator", null)).toBeNull();
  expect(classifyOff("operator")).toContain("lead, admin");
});

test("what was opened anew since is not opened a second time", () => {
  expect(moveOff({ state: "resolved" }, "open", "operator", "newer")).toContain("newer one");
  expect(moveOff({ state: "reviewed" }, "open", "lead", null)).toBe("It is reviewed.");
});

test("an incident is taken by somebody who does not own it", () => {
  expect(takeOff({ owner: { id: "ada", name: "Ada" } }, "operator", "ada")).toBe("It is yours already.");
  expect(takeOff({ owner: { id: "ada", name: "Ada" } }, "operator", "mia")).toBeNull();
  expect(takeOff({ owner: null }, "viewer", "mia")).toContain("operator");
});

test("a move whose dialog is open stays on the page when a colleague made it impossible, and says so", () => {
  expect(offeredMoves("resolved", "mitigated")).toEqual(["open", "reviewed", "mitigated"]);
  expect(moveOff({ state: "resolved" }, "mitigated", "operator", null)).toBe("It is resolved.");
  expect(offeredMoves("open", "resolved")).toEqual(offeredMoves("open"));
});
