import { describe, expect, it } from "vitest";
import { alone, atStart } from "./destination-title";

describe("a destination's title", () => {
  it.each([
    ["the escalation queue", "The escalation queue", "Escalation queue"],
    ["the CRM", "The CRM", "CRM"],
    ["Stripe", "Stripe", "Stripe"],
    ["Theatre bookings", "Theatre bookings", "Theatre bookings"],
  ])("%s reads well at the start of a sentence and alone", (title, started, standing) => {
    expect([atStart(title), alone(title)]).toEqual([started, standing]);
  });
});
