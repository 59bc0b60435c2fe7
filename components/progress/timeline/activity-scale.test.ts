import { describe, expect, it } from "vitest";
import { activityScale, gapsBetween, trueScale } from "./activity-scale";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

describe("the activity scale", () => {
  it("cuts a night of waiting to a sliver, and keeps the work on both sides of it", () => {
    const whole = { from: 0, to: 14 * hour + 20 * second };
    const scale = activityScale(
      [
        { from: 0, to: 10 * second },
        { from: 14 * hour + 10 * second, to: whole.to },
      ],
      whole,
    );
    expect(scale.pieces.map((piece) => piece.cut)).toEqual([false, true, false]);
    expect(scale.pieces[1]).toMatchObject({ from: 10 * second, to: 14 * hour + 10 * second });
    expect(scale.at(10 * second)).toBeCloseTo(0.44);
    expect(scale.at(14 * hour + 10 * second)).toBeCloseTo(0.56);
  });

  it("leaves gaps of up to a minute as they are", () => {
    const scale = activityScale(
      [
        { from: 0, to: second },
        { from: minute, to: minute + second },
      ],
      { from: 0, to: minute + second },
    );
    expect(scale.pieces).toHaveLength(1);
  });

  it("leaves gaps that take less than a tenth of the picture as they are", () => {
    const whole = { from: 0, to: hour };
    const scale = activityScale(
      [
        { from: 0, to: 30 * minute },
        { from: 33 * minute, to: hour },
      ],
      whole,
    );
    expect(scale.pieces).toHaveLength(1);
  });

  it("cuts a shorter gap too, once the longest one no longer stretches the picture", () => {
    const whole = { from: 0, to: 24 * hour };
    const scale = activityScale(
      [
        { from: 0, to: 10 * second },
        { from: hour, to: hour + 10 * second },
        { from: 24 * hour - 10 * second, to: 24 * hour },
      ],
      whole,
    );
    expect(scale.pieces.filter((piece) => piece.cut)).toHaveLength(2);
  });

  it("cuts what has passed since the last sign of life", () => {
    const whole = { from: 0, to: 5 * hour };
    const scale = activityScale([{ from: 0, to: 10 * second }], whole);
    expect(scale.pieces.map((piece) => piece.cut)).toEqual([false, true]);
    expect(scale.at(whole.to)).toBeCloseTo(1);
  });

  it("keeps moments in their order, whatever is cut", () => {
    const busy = [0, 3, 4, 9, 9.5].map((h) => ({ from: h * hour, to: h * hour + 5 * second }));
    const scale = activityScale(busy, { from: 0, to: 12 * hour });
    const places = Array.from({ length: 49 }, (_, i) => scale.at((i * hour) / 4));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBe(0);
    expect(places.at(-1)).toBeCloseTo(1);
  });

  it("stands a run of no length, and one in which nothing happened yet", () => {
    expect(activityScale([], { from: 5, to: 5 }).at(5)).toBe(0);
    expect(activityScale([], { from: 0, to: 2 * hour }).at(hour)).toBeCloseTo(0.5);
  });
});

it("true time cuts nothing", () => {
  const scale = trueScale({ from: 0, to: 10 * hour });
  expect(scale.pieces).toHaveLength(1);
  expect(scale.at(5 * hour)).toBe(0.5);
});

it("overlapping work leaves no gap between", () => {
  const busy = [
    { from: 0, to: 5 },
    { from: 3, to: 8 },
    { from: 20, to: 20 },
  ];
  expect(gapsBetween(busy, { from: 0, to: 30 })).toEqual([
    { from: 8, to: 20 },
    { from: 20, to: 30 },
  ]);
});
