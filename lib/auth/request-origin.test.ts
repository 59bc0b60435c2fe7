import { expect, test } from "vitest";
import { isFromOwnPage, isLoopbackRequest } from "./request-origin";

const publicUrl = "https://reprise.example.com";

test.each([
  [{ host: "reprise.example.com", origin: publicUrl, "sec-fetch-site": "same-origin" }, true],
  [{ host: "127.0.0.1:3000", origin: publicUrl }, true],
  [{ host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" }, true],
  [{ host: "localhost:3000", origin: "http://127.0.0.1:3000" }, false],
  [{ host: "127.0.0.1:3000", origin: "http://127.0.0.1:4000" }, false],
  [{ host: "evil.example", origin: "http://evil.example" }, false],
  [{ host: "reprise.example.com", origin: "https://evil.example" }, false],
  [{ host: "reprise.example.com", origin: "null" }, false],
  [{ host: "reprise.example.com" }, false],
  [{ host: "reprise.example.com", origin: publicUrl, "sec-fetch-site": "cross-site" }, false],
  [{ host: "reprise.example.com", origin: publicUrl, "sec-fetch-site": "same-site" }, false],
])("a change asked for with %j is of our own page: %s", (headers, own) => {
  expect(isFromOwnPage(new Headers(headers as Record<string, string>), publicUrl)).toBe(own);
});

test.each([
  [{ host: "localhost:3000" }, true],
  [{ host: "127.0.0.1:3000", "x-forwarded-for": "::ffff:127.0.0.1", "x-forwarded-host": "127.0.0.1:3000" }, true],
  [{ host: "[::1]:3000", "x-forwarded-for": "::1" }, true],
  [{}, false],
  [{ host: "evil.example:3000" }, false],
  [{ host: "localhost.evil.example" }, false],
  [{ host: "localhost:3000", "x-forwarded-for": "203.0.113.7" }, false],
  [{ host: "localhost:3000", "x-forwarded-for": "203.0.113.7, 127.0.0.1" }, false],
  [{ host: "localhost:3000", "x-forwarded-host": "reprise.example.com" }, false],
  [{ host: "localhost:3000", forwarded: "for=203.0.113.7" }, false],
])("a request with %j stays on this machine: %s", (headers, loopback) => {
  expect(isLoopbackRequest(new Headers(headers as Record<string, string>))).toBe(loopback);
});
