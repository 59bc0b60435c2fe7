import { describe, expect, test } from "vitest";
import { aWeek, aWeekIncident, resumes, took } from "@/lib/testing/week-facts";
import { changeOf, figureLines, meanOf } from "./compare";
import { type FigureKey, type FigureValue, figuresOf } from "./figure";
import { figureText, lengthText, percentText, shareText } from "./figure-text";
import { isMet, targetText } from "./target";
import type { WeekFacts } from "./week-facts";

const count = (value: number): FigureValue => ({ kind: "count", value });
const share = (part: number, whole: number): FigureValue => ({ kind: "share", part, whole });
const length = (ms: number | null, n = 20): FigureValue => ({ kind: "length", ms, n });

test("the figures of a week are its facts, each under its name", () => {
  const facts = aWeek({
    ...{ incidents: [aWeekIncident(), aWeekIncident()], avoided: 41, gotThrough: 1, stepRetries: 12, actionRetries: 7 },
    ...{ longUnknown: 2, byPerson: resumes(19, 18), run: took(50, 90_000), step: took(200, 8_000) },
    ...{ settling: took(60, 6_100), validation: took(3, 500), workSaved: { steps: 30, tookMs: 240_000 } },
  });
  expect(figuresOf(facts)).toEqual({
    incidents: count(2),
    got_through: count(1),
    avoided: count(41),
    rate_avoided: share(41, 42),
    step_retries: count(12),
    action_retries: count(7),
    long_unknown: count(2),
    resumes: share(18, 19),
    run_p95: length(90_000, 50),
    step_p95: length(8_000, 200),
    settling_p95: length(6_100, 60),
    validation_p95: length(500, 3),
    work_saved: count(30),
    time_saved: length(240_000, 30),
  });
});

describe("this week against the last", () => {
  test.each<[FigureKey, FigureValue, FigureValue, string | null, string | null]>([
    ["incidents", count(5), count(8), "−3", "better"],
    ["incidents", count(8), count(5), "+3", "worse"],
    ["incidents", count(5), count(5), "±0", "same"],
    ["avoided", count(41), count(35), "+6", null],
    ["work_saved", count(1), count(9), "−8", null],
    ["resumes", share(18, 20), share(10, 20), "+40 points", "better"],
    ["resumes", share(10, 20), share(18, 20), "−40 points", "worse"],
    ["resumes", share(18, 20), share(9, 10), "±0", "same"],
    ["resumes", share(189, 1_000), share(188, 1_000), "±0 points", "better"],
    ["resumes", share(9, 9), share(10, 20), null, null],
    ["resumes", share(18, 20), share(0, 9), null, null],
    ["settling_p95", length(6_100), length(9_000), "−2.9 s", "better"],
    ["settling_p95", length(6_100, 19), length(9_000), null, null],
    ["settling_p95", length(6_100), length(null, 0), null, null],
    ["time_saved", length(5_000, 1), length(3_000, 1), "+2.0 s", null],
  ])("%s, %j after %j: %s, %s", (key, now, last, change, judgement) => {
    expect(changeOf(key, now, last)).toEqual({ change, judgement });
  });

  test("is not said when nothing was measured then, which is not the same as nothing having happened", () => {
    const lines = figureLines(figuresOf(aWeek({ gotThrough: 1 })), [null, figuresOf(aWeek()), null, null]);
    expect(lines.find(({ key }) => key === "got_through")).toMatchObject({
      last: null,
      change: null,
      judgement: null,
      mean: count(0),
    });
  });
});

describe("the mean of four weeks", () => {
  const weeks = (...facts: Partial<WeekFacts>[]) => facts.map((over) => figuresOf(aWeek(over)));
  test("of counts is their mean, of measured weeks only", () => {
    const lines = figureLines(figuresOf(aWeek()), [...weeks({ stepRetries: 3 }, { stepRetries: 4 }), null, null]);
    expect(lines.find(({ key }) => key === "step_retries")?.mean).toEqual(count(3.5));
  });
  test("of shares pools what they are shares of, so that a quiet week weighs little", () => {
    expect(meanOf("resumes", [share(1, 1), share(0, 99)])).toEqual(share(1, 100));
  });
  test("of percentiles leaves out those that rest on too few", () => {
    expect(meanOf("step_p95", [length(1_000), length(3_000), length(60_000, 19)])).toEqual(length(2_000, 59));
    expect(meanOf("step_p95", [length(60_000, 19), length(null, 0)])).toEqual(length(null, 19));
  });
  test("of no week is none", () => {
    expect(meanOf("incidents", [])).toBeNull();
  });
});

describe("a target", () => {
  test.each<[FigureKey, FigureValue, Parameters<typeof isMet>[2], boolean | null, string]>([
    ["incidents", count(5), { atMost: 5 }, true, "≤ 5"],
    ["incidents", count(6), { atMost: 5 }, false, "≤ 5"],
    ["got_through", count(0), { atMost: 0 }, true, "0"],
    ["resumes", share(9, 10), { atLeast: 0.9 }, true, "≥ 90 %"],
    ["resumes", share(89, 100), { atLeast: 0.9 }, false, "≥ 90 %"],
    ["resumes", share(1, 9), { atLeast: 0.9 }, null, "≥ 90 %"],
    ["settling_p95", length(10_000), { atMost: 10_000 }, true, "≤ 10 s"],
    ["settling_p95", length(99_000, 3), { atMost: 10_000 }, null, "≤ 10 s"],
    ["avoided", count(3), null, null, "–"],
  ])("%s, %j against %j: %s", (key, value, target, met, text) => {
    expect(isMet(key, value, target)).toBe(met);
    expect(targetText(value, target)).toBe(text);
  });
});

describe("figures in words", () => {
  test.each<[FigureKey, FigureValue, string]>([
    ["incidents", count(3), "3"],
    ["incidents", count(6.5), "6.5"],
    ["resumes", share(0, 0), "none"],
    ["step_p95", length(null, 0), "none"],
    ["step_p95", length(7_000, 19), "too few (n = 19)"],
    ["step_p95", length(7_000, 20), "7.0 s"],
    ["time_saved", length(7_000, 1), "7.0 s"],
    ["time_saved", length(0, 0), "none"],
  ])("%s %j: %s", (key, value, text) => {
    expect(figureText(key, value)).toBe(text);
  });
  test("a share has no percentage below ten, and is never rounded to all or nothing", () => {
    expect(shareText(9, 9)).toBe("9 of 9");
    expect(shareText(18, 19)).toBe("18 of 19 (95 %)");
    expect([percentText(0.999), percentText(0.001), percentText(1), percentText(0)]).toEqual([
      "> 99 %",
      "< 1 %",
      "100 %",
      "0 %",
    ]);
  });
  test.each([
    [840, "840 ms"],
    [4_250, "4.2 s"],
    [59_999, "59 s"],
    [72_000, "1 min 12 s"],
    [7_500_000, "2 h 5 min"],
    [273_600_000, "3 d 4 h"],
  ])("%i ms is %s", (ms, text) => {
    expect(lengthText(ms)).toBe(text);
  });
});
