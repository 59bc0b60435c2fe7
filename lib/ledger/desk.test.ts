import { expect, test } from "vitest";
import { aCrm, anAction, anActionRecord, anAttempt, monday } from "@/lib/testing/factories";
import { aGateway, hour } from "@/lib/testing/ledger-world";
import type { AttemptReason } from "./action";
import { deskGroups } from "./desk";
import type { Destination } from "./destination";

function unknown(declaration: Destination, reason: AttemptReason, firstBegunAt: number, earlier: AttemptReason[] = []) {
  const { name: destination } = declaration;
  const action = anAction({ state: "unknown", destination, declaration, firstBegunAt });
  const attempts = [...earlier, reason].map((why, i) =>
    anAttempt(action, { number: i + 1, outcome: "unknown", reason: why }),
  );
  return anActionRecord(action, attempts);
}

test("what shares destination and cause stands together, and what runs out first stands first", () => {
  const now = monday + 20 * hour;
  const lostLate = unknown(aCrm(), "lease_lost", monday + 3);
  const lostEarly = unknown(aCrm(), "lease_lost", monday + 1, ["timeout"]);
  const timeout = unknown(aCrm(), "timeout", monday + 2);
  const closesLater = unknown(aGateway(), "timeout", monday + hour);
  const closesFirst = unknown(aGateway(), "server_error", monday);
  const closed = unknown(aGateway(), "timeout", monday - 24 * hour);
  const groups = deskGroups([lostLate, timeout, closed, closesLater, lostEarly, closesFirst], now);
  expect(groups.map(({ title, cause, records }) => [title, cause, records])).toEqual([
    ["the gateway", "server_error", [closesFirst]],
    ["the gateway", "timeout", [closesLater, closed]],
    ["the CRM", "lease_lost", [lostEarly, lostLate]],
    ["the CRM", "timeout", [timeout]],
  ]);
});
