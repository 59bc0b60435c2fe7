import { describe, expect, it } from "vitest";
import { formatAbsolute, formatClock, formatDay, formatDuration, formatRelative } from "./time-format";

const at = Date.parse("2026-11-30T15:40:11.250Z");

describe("an absolute time", () => {
  it("carries the offset of the reader's zone", () => {
    expect(formatAbsolute(at, "Europe/Paris")).toBe("30 Nov 2026, 16:40:11 UTC+1");
    expect(formatAbsolute(at, "Asia/Kolkata")).toBe("30 Nov 2026, 21:10:11 UTC+5:30");
    expect(formatAbsolute(at, "UTC")).toBe("30 Nov 2026, 15:40:11 UTC");
  });
  it("tells the two two o'clocks of an autumn night apart", () => {
    expect(formatAbsolute("2026-10-25T00:30:00Z", "Europe/Paris")).toBe("25 Oct 2026, 02:30:00 UTC+2");
    expect(formatAbsolute("2026-10-25T01:30:00Z", "Europe/Paris")).toBe("25 Oct 2026, 02:30:00 UTC+1");
  });
  it("reads the same from a number, a string and a date", () => {
    expect(formatAbsolute(new Date(at), "UTC")).toBe(formatAbsolute(at, "UTC"));
    expect(formatAbsolute(new Date(at).toISOString(), "UTC")).toBe(formatAbsolute(at, "UTC"));
  });
  it("names the months the same way whatever the runtime thinks is short", () => {
    expect(formatDay("2026-09-03T12:00:00Z", "UTC")).toBe("3 Sep");
  });
  it("has no hour 24", () => {
    expect(formatClock("2026-11-30T00:00:00Z", "UTC")).toBe("00:00:00");
    expect(formatDay("2026-11-30T23:30:00Z", "Europe/Paris")).toBe("1 Dec");
  });
});

describe("a relative time", () => {
  it.each([
    [0, "now"],
    [-999, "now"],
    [-2_000, "2 s ago"],
    [12_000, "in 12 s"],
    [-59_999, "59 s ago"],
    [-3_599_999, "59 min ago"],
    [-86_399_999, "23 h ago"],
    [-172_800_000, "2 d ago"],
  ])("%i ms away reads %s", (delta, text) => {
    expect(formatRelative(at + delta, at)).toBe(text);
  });
});

describe("a duration", () => {
  it.each([
    [-5, "0 ms"],
    [840, "840 ms"],
    [999.7, "999 ms"],
    [4_250, "4.2 s"],
    [59_999, "59 s"],
    [60_000, "1 min"],
    [72_000, "1 min 12 s"],
    [7_500_000, "2 h 5 min"],
    [273_600_000, "3 d 4 h"],
  ])("of %d ms reads %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
