import fc from "fast-check";
import { expect, test } from "vitest";
import { mondayOf, parseWeek, weekName, weekOfDay, weeksLater } from "./week";

// From the definition in ISO 8601: the week belongs to the year of its Thursday.
test.each([
  [2026, 11, 30, "2026-W49"],
  [2026, 11, 29, "2026-W48"],
  [2027, 1, 1, "2026-W53"],
  [2027, 1, 4, "2027-W01"],
  [2024, 12, 30, "2025-W01"],
  [2021, 1, 3, "2020-W53"],
])("the day %i-%i-%i is in %s", (year, month, day, name) => {
  expect(weekName(weekOfDay(year, month, day))).toBe(name);
});

test("weeks follow each other across years, and each begins on a Monday", () => {
  const anyWeek = fc.date({ min: new Date("1971-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(anyWeek, fc.integer({ min: -200, max: 200 }), (date, weeks) => {
      const week = weekOfDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
      expect(mondayOf(week).getUTCDay()).toBe(1);
      expect(parseWeek(weekName(week))).toEqual(week);
      expect(mondayOf(weeksLater(week, weeks)).getTime() - mondayOf(week).getTime()).toBe(weeks * 7 * 86_400_000);
    }),
  );
});

test.each(["2026-W54", "2025-W53", "2026-W00", "2026-48", "W48", "2026-W5", "2026-W48 "])("%j is no week", (name) => {
  expect(parseWeek(name)).toBeNull();
});
