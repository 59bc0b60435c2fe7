import { describe, expect, it } from "vitest";
import { daysOf, keyOf, rangeBefore } from "./days";

const hour = 3_600_000;

describe("the days of a range", () => {
  it("include those without figures, each half-open and in the zone", () => {
    const from = Date.UTC(2026, 10, 22, 23);
    const days = daysOf({ from, to: from + 3 * 24 * hour, zone: "Europe/Paris" }, from + 30 * hour);
    expect(days.map((day) => day.key)).toEqual(["2026-11-23", "2026-11-24", "2026-11-25"]);
    expect(days[1]?.from).toBe(days[0]?.to);
    expect(days.map((day) => day.partial)).toEqual([false, true, true]);
  });

  it.each([
    ["spring forward", Date.UTC(2026, 2, 28, 23), 23],
    ["fall back", Date.UTC(2026, 9, 24, 22), 25],
  ])("have the hours they really have on %s", (_, from, hours) => {
    const [day] = daysOf({ from, to: from + 24 * hour, zone: "Europe/Paris" }, from);
    expect(((day?.to ?? 0) - (day?.from ?? 0)) / hour).toBe(hours);
  });

  it.each(["Asia/Kathmandu", "Pacific/Apia", "America/Sao_Paulo"])("begin at midnight in %s", (zone) => {
    const [day] = daysOf({ from: Date.UTC(2026, 5, 1, 12), to: Date.UTC(2026, 5, 1, 13), zone }, 0);
    expect(keyOf((day?.from ?? 0) - 1, zone)).not.toBe(day?.key);
    expect(keyOf(day?.from ?? 0, zone)).toBe(day?.key);
  });
});

it("the period before has as many days and ends where the range begins, over a clock change too", () => {
  const from = Date.UTC(2026, 9, 25, 23); // 26 October in Paris, the day after the change
  expect(rangeBefore({ from, zone: "Europe/Paris" }, 7)).toEqual({ from: Date.UTC(2026, 9, 18, 22), to: from });
});
