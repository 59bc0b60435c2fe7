import { expect, test } from "vitest";
import { whyNotThere } from "./address";

test.each([
  ["https://ops.example.com/hook?team=1", true],
  ["http://127.0.0.1:4020", true],
  ["http://localhost:4020/x", true],
  ["http://[::1]:4020", true],
  ["http://receiver:8080/hook", true],
  ["http://ops.example.com/hook", false],
  ["http://127.0.0.1.example.com/", false],
  ["http://localhost.example.com/", false],
  ["http://169.254.169.254/latest/meta-data", false],
  ["https://user:secret@ops.example.com/", false],
  ["file:///etc/passwd", false],
  ["ops.example.com", false],
])("%s: allowed %s", (address, allowed) => {
  expect(whyNotThere(address, ["receiver"]) === null).toBe(allowed);
});
