import { expect, test } from "vitest";
import { parseWeek, weekName } from "./week";
import { dayText, lastCompleteWeek, rangeOfWeek, weekAt } from "./week-range";

const hour = 3_600_000;
const week = (name: string) => parseWeek(name)!; // the names below are weeks

test.each([
  ["UTC", "2026-W48", "2026-11-23T00:00:00Z", 168],
  ["Europe/Paris", "2026-W48", "2026-11-22T23:00:00Z", 168],
  ["Europe/Paris", "2026-W13", "2026-03-22T23:00:00Z", 167],
  ["Europe/Paris", "2026-W43", "2026-10-18T22:00:00Z", 169],
  ["America/New_York", "2026-W10", "2026-03-02T05:00:00Z", 167],
  ["Pacific/Kiritimati", "2026-W48", "2026-11-22T10:00:00Z", 168],
  ["Pacific/Midway", "2026-W48", "2026-11-23T11:00:00Z", 168],
  ["Asia/Kathmandu", "2027-W01", "2027-01-03T18:15:00Z", 168],
])("in %s the week %s begins at %s and has %i hours", (zone, name, from, hours) => {
  const range = rangeOfWeek(week(name), zone);
  expect(new Date(range.from).toISOString()).toBe(new Date(from).toISOString());
  expect((range.to - range.from) / hour).toBe(hours);
});

test.each(["UTC", "Europe/Paris", "America/St_Johns", "Pacific/Kiritimati"])(
  "in %s the weeks of a year touch, and both their ends are in them as half-open ranges are",
  (zone) => {
    let range = rangeOfWeek(week("2026-W01"), zone);
    for (let number = 2; number <= 53; number += 1) {
      const next = rangeOfWeek(week(`2026-W${String(number).padStart(2, "0")}`), zone);
      expect(next.from).toBe(range.to);
      expect(weekName(weekAt(range.to, zone))).toBe(`2026-W${String(number).padStart(2, "0")}`);
      expect(weekName(weekAt(next.to - 1, zone))).toBe(`2026-W${String(number).padStart(2, "0")}`);
      range = next;
    }
  },
);

test("on Monday at midnight, and not a millisecond before, the week before is the newest that is over", () => {
  const monday = Date.parse("2026-11-29T23:00:00Z");
  expect(weekName(lastCompleteWeek(monday, "Europe/Paris"))).toBe("2026-W48");
  expect(weekName(lastCompleteWeek(monday - 1, "Europe/Paris"))).toBe("2026-W47");
  expect(dayText(monday, "Europe/Paris")).toBe("2026-11-30");
});
