import { describe, expect, it } from "vitest";
import { weekOfDay, weeksLater } from "@/lib/review/week";
import { day, hour, lastMonday, outageOf } from "./arrivals";

const weekOf = (date: Date) => weekOfDay(date.getFullYear(), date.getMonth() + 1, date.getDate());
const firstNoon = new Date(2026, 10, 23, 12).getTime();

describe("last week", () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 40, 41])("is the whole week before this one, seen from day %i", (days) => {
    const now = new Date(firstNoon + days * day);
    const monday = new Date(lastMonday(now.getTime()));
    expect([monday.getDay(), monday.getHours()]).toEqual([1, 0]);
    expect(weekOf(monday)).toEqual(weeksLater(weekOf(now), -1));
  });

  it("has its outage on Tuesday, in office hours", () => {
    const { from, to } = outageOf(lastMonday(firstNoon));
    expect(new Date(from).getDay()).toBe(2);
    expect(new Date(from).getHours()).toBe(10);
    expect(to - from).toBe(4.5 * hour);
  });
});
