import { NextRequest } from "next/server";
import { afterEach, expect, test, vi } from "vitest";
import { config, proxy } from "@/proxy";

afterEach(() => vi.unstubAllEnvs());

const nonceOf = (policy: string | null) => /'nonce-([^']+)'/.exec(policy ?? "")?.[1];
const ask = (headers: Record<string, string> = {}) =>
  proxy(new NextRequest("http://127.0.0.1:3000/runs", { headers })).headers;

test("each page has a nonce of its own, the one that the browser was told", () => {
  const [first, second] = [ask(), ask({ "x-nonce": "chosen", "content-security-policy": "script-src 'nonce-chosen'" })];
  const nonces = [first, second].map((headers) => nonceOf(headers.get("content-security-policy")));
  expect(new Set(nonces).size).toBe(2);
  for (const [i, headers] of [first, second].entries()) {
    // How Next hands a changed request on to the page.
    expect(headers.get("x-middleware-request-x-nonce")).toBe(nonces[i]);
    expect(nonceOf(headers.get("x-middleware-request-content-security-policy"))).toBe(nonces[i]);
    expect(nonces[i]).toMatch(/^[\w+/]{22}==$/);
  }
});

test("behind TLS a page tells the browser to stay there", () => {
  expect(ask().get("strict-transport-security")).toBeNull();
  vi.stubEnv("PUBLIC_URL", "https://reprise.example.com");
  expect(ask().get("strict-transport-security")).toMatch(/^max-age=31536000;/);
});

test.each([
  ["/", true],
  ["/runs", true],
  ["/runs/01a22ffb", true],
  ["/apicture", true],
  ["/first-admin", true],
  ["/nowhere/at/all", true],
  ["/api/v1/me", false],
  ["/_next/static/chunks/a.js", false],
])("%s is a page: %s", (path, isPage) => {
  expect(new RegExp(`^${config.matcher}$`).test(path)).toBe(isPage);
});
