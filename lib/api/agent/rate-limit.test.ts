import { expect, test } from "vitest";
import { RateLimit } from "./rate-limit";

const limit = () => new RateLimit({ calls: { perSecond: 1, burst: 2 }, heartbeats: { perSecond: 1, burst: 1 } });

test("a key may use up its burst, and then as much as flows in, told when", () => {
  const rate = limit();
  expect([rate.take("a", "calls", 0), rate.take("a", "calls", 0), rate.take("a", "calls", 0)]).toEqual([0, 0, 1]);
  expect(rate.take("a", "calls", 900)).toBe(1);
  expect(rate.take("a", "calls", 1_000)).toBe(0);
});

test("a flood takes nothing from another key, nor from the same key's heartbeats", () => {
  const rate = limit();
  for (let i = 0; i < 100; i++) rate.take("a", "calls", 0);
  expect(rate.take("b", "calls", 0)).toBe(0);
  expect(rate.take("a", "heartbeats", 0)).toBe(0);
});
