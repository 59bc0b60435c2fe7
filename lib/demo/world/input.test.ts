import { expect, it } from "vitest";
import { BODY_BYTES_MAX } from "./request";
import { note, worldUnderTest } from "./world-under-test";

const json = { "Content-Type": "application/json" };
const post = (path: string, body: string, headers: Record<string, string> = json) => ({
  path,
  init: { method: "POST", headers, body },
});

it.each([
  { name: "not JSON", ...post("/crm/notes", "{"), code: "invalid_json", httpCode: 400 },
  { name: "deep nonsense", ...post("/crm/notes", "[".repeat(100_000)), code: "invalid_json", httpCode: 400 },
  { name: "empty", ...post("/crm/notes", ""), code: "invalid_json", httpCode: 400 },
  { name: "null", ...post("/crm/notes", "null"), code: "invalid_input", httpCode: 400 },
  { name: "a form", ...post("/crm/notes", "a=b", {}), code: "unsupported_media_type", httpCode: 415 },
  {
    name: "an unknown field",
    ...post("/crm/notes", JSON.stringify({ ...note, colour: "red" })),
    code: "invalid_input",
    httpCode: 400,
  },
  {
    name: "too large",
    ...post("/crm/notes", `"${"x".repeat(BODY_BYTES_MAX)}"`),
    code: "body_too_large",
    httpCode: 413,
  },
  {
    name: "too long a key",
    ...post("/crm/notes", JSON.stringify(note), { ...json, "Idempotency-Key": "k".repeat(256) }),
    code: "invalid_input",
    httpCode: 400,
  },
  { name: "a ticket that cannot be", path: "/desk/tickets/1041", init: {}, code: "invalid_input", httpCode: 400 },
  { name: "a broken address", path: "/desk/tickets/%E0", init: {}, code: "invalid_input", httpCode: 400 },
  { name: "a double slash", path: "//", init: {}, code: "not_found", httpCode: 404 },
  { name: "an unknown customer", path: "/crm/customers/C-999/history", init: {}, code: "not_found", httpCode: 404 },
  { name: "a search without marker", path: "/crm/notes", init: {}, code: "invalid_input", httpCode: 400 },
  { name: "another method", path: "/crm/notes", init: { method: "PUT" }, code: "method_not_allowed", httpCode: 405 },
  { name: "a page without size", path: "/log?limit=0", init: {}, code: "invalid_input", httpCode: 400 },
  { name: "a position that is no number", path: "/log?after=x", init: {}, code: "invalid_input", httpCode: 400 },
  {
    name: "an unknown fault",
    ...post("/faults", '{"system":"crm","fault":"fire"}'),
    code: "invalid_input",
    httpCode: 400,
  },
  { name: "a slow CRM", ...post("/faults", '{"system":"crm","fault":"slow"}'), code: "invalid_input", httpCode: 400 },
  {
    name: "a kind of another system",
    ...post("/faults", '{"system":"crm","kind":"queue.message","fault":"error_before_effect"}'),
    code: "invalid_input",
    httpCode: 400,
  },
  {
    name: "a lag beyond the horizon",
    ...post("/faults", '{"system":"crm","fault":"index_lag","ms":10001}'),
    code: "invalid_input",
    httpCode: 400,
  },
])("$name is answered with $httpCode $code, and nothing is executed", async ({ path, init, code, httpCode }) => {
  const world = await worldUnderTest();
  const answer = await fetch(world.url + path, init);
  expect(answer.status).toBe(httpCode);
  expect(await answer.json()).toEqual({ code, message: expect.any(String) });
  expect(await world.client.health()).toEqual({ ok: true, lastSeq: 0 });
});
