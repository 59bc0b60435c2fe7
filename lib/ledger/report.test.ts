import { describe, expect, test } from "vitest";
import { aReport } from "@/lib/testing/ledger-world";
import type { Attempt, Outcome } from "./action";
import { reportSays, weighReport } from "./report";

type Row = [outcome: Attempt["outcome"], resolution: Attempt["resolution"], reported: Outcome, weight: string];

describe("what a report is worth", () => {
  test.each<Row>([
    [null, null, "confirmed", "taken"],
    [null, null, "refused", "taken"],
    [null, null, "not_sent", "taken"],
    [null, null, "unknown", "taken"],
    ["unknown", null, "confirmed", "taken"],
    ["unknown", null, "refused", "taken"],
    ["unknown", null, "not_sent", "taken"],
    ["unknown", null, "unknown", "taken"],
    ["unknown", "happened", "confirmed", "taken"],
    ["unknown", "happened", "refused", "contradicts"],
    ["unknown", "happened", "not_sent", "contradicts"],
    ["unknown", "happened", "unknown", "evidence"],
    ["unknown", "did_not_happen", "confirmed", "taken, contradicts"],
    ["unknown", "did_not_happen", "refused", "evidence"],
    ["unknown", "did_not_happen", "not_sent", "evidence"],
    ["unknown", "did_not_happen", "unknown", "evidence"],
    ["unknown", "risk_accepted", "confirmed", "taken"],
    ["unknown", "risk_accepted", "refused", "evidence"],
    ["unknown", "risk_accepted", "not_sent", "evidence"],
    ["unknown", "risk_accepted", "unknown", "evidence"],
    ["confirmed", null, "confirmed", "evidence"],
    ["confirmed", null, "refused", "contradicts"],
    ["confirmed", null, "not_sent", "contradicts"],
    ["confirmed", null, "unknown", "evidence"],
    ["refused", null, "confirmed", "contradicts"],
    ["refused", null, "refused", "evidence"],
    ["refused", null, "not_sent", "evidence"],
    ["refused", null, "unknown", "evidence"],
    ["not_sent", null, "confirmed", "taken, contradicts"],
    ["not_sent", null, "refused", "evidence"],
    ["not_sent", null, "not_sent", "evidence"],
    ["not_sent", null, "unknown", "evidence"],
  ])("an attempt %s, settled %s, reported %s: %s", (outcome, resolution, reported, weight) => {
    const { taken, contradicts } = weighReport({ outcome, resolution }, reported);
    const words = [taken && "taken", contradicts && "contradicts"].filter(Boolean).join(", ");
    expect(words || "evidence").toBe(weight);
  });
});

test.each([
  [aReport("a", "confirmed"), "confirmed · accepted · HTTP 201"],
  [aReport("a", "confirmed", { deduplicated: true }), "confirmed · deduplicated · HTTP 201"],
  [aReport("a", "unknown", { detail: "No answer in 3 s." }), "unknown · timed_out · timeout · No answer in 3 s."],
  [aReport("a", "not_sent"), "not_sent · not_sent · network_before_send"],
])("a report leaves one line of evidence: %#", (report, says) => {
  expect(reportSays(report)).toBe(says);
});
