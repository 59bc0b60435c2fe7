import type { NextConfig } from "next";
import { expect, test } from "vitest";
import { pageHeaders } from "./page-headers";

const facts = { nonce: "bm9uY2U=", publicUrl: "https://reprise.example.com", development: false };

const policyOf = (given: Partial<typeof facts> = {}) =>
  new Map(
    pageHeaders({ ...facts, ...given })
      ["content-security-policy"]?.split("; ")
      .map((line) => [line.split(" ")[0] ?? "", line.split(" ").slice(1)]),
  );

test("a page loads from, sends to and is framed by no origin but its own", () => {
  const policy = policyOf();
  const named = [...policy.values()].flat();
  expect(named.filter((source) => !/^('.+'|data:|blob:)$/.test(source))).toEqual([]);
  expect(policy.get("default-src")).toEqual(["'self'"]);
  for (const shut of ["object-src", "frame-src", "frame-ancestors", "base-uri", "script-src-attr"]) {
    expect(policy.get(shut), shut).toEqual(["'none'"]);
  }
});

test("only scripts with the page's nonce run, and none from text, in production", () => {
  expect(policyOf().get("script-src")).toEqual(["'self'", "'nonce-bm9uY2U='", "'strict-dynamic'"]);
  expect(policyOf({ development: true }).get("script-src")).toContain("'unsafe-eval'");
});

test("a browser that came over TLS stays on it, and one on plain http is not sent to a port that nobody listens on", () => {
  expect(pageHeaders(facts)["strict-transport-security"]).toMatch(/^max-age=31536000;/);
  expect(policyOf().has("upgrade-insecure-requests")).toBe(true);
  const plain = { ...facts, publicUrl: "http://localhost:3000" };
  expect(pageHeaders(plain)).not.toHaveProperty("strict-transport-security");
  expect(policyOf(plain).has("upgrade-insecure-requests")).toBe(false);
});

test("every answer is taken as the type it says, names its address to no other site and is shown in no frame", async () => {
  // A configuration in JavaScript, whose own comment names this type.
  const nextConfig: NextConfig = (await import("../next.config.js" as string)).default;
  const [all, api] = (await nextConfig.headers?.()) ?? [];
  const said = new Map(all?.headers.map(({ key, value }) => [key.toLowerCase(), value]));
  expect(all?.source).toBe("/:path*");
  expect(said.get("x-content-type-options")).toBe("nosniff");
  expect(said.get("referrer-policy")).toBe("same-origin");
  expect(said.get("x-frame-options")).toBe("DENY");
  expect(api).toMatchObject({
    source: "/api/:path*",
    headers: [{ value: "default-src 'none'; frame-ancestors 'none'" }],
  });
});
