import { expect, test } from "vitest";
import { landingPath, parseNextPath, signInPath } from "./next-path";

test.each([
  ["/", "/"],
  ["/runs", "/runs"],
  ["/runs?state=unknown&at=1#top", "/runs?state=unknown&at=1#top"],
  ["/runs/../actions", "/actions"],
])("after signing in a person may go to %s", (next, path) => {
  expect(parseNextPath(next)).toBe(path);
});

test.each([
  undefined,
  null,
  "",
  ["/runs", "/actions"],
  "runs",
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  "/..//evil.example",
  "/.//evil.example",
  "javascript:alert(1)",
  "/sign-in",
  "/sign-in?next=/sign-in",
  "/runs/../sign-in/as",
  "/first-admin?token=x",
  "/api/auth/sign-out",
])("signing in never sends a person to %j", (next) => {
  expect(parseNextPath(next)).toBeNull();
});

test("an approver lands on the approvals, everybody else on Now, and all where they were going", () => {
  expect(landingPath("approver", null)).toBe("/approvals");
  expect(landingPath("lead", null)).toBe("/");
  expect(landingPath("approver", "/runs")).toBe("/runs");
});

test("the sign-in page is told where to go on only when that is a page of this console", () => {
  expect(signInPath("/runs?state=unknown")).toBe("/sign-in?next=%2Fruns%3Fstate%3Dunknown");
  expect(signInPath("/")).toBe("/sign-in");
  expect(signInPath("//evil.example")).toBe("/sign-in");
  expect(signInPath()).toBe("/sign-in");
});
