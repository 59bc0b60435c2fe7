import { describe, expect, test } from "vitest";
import { aCrm, aDestination, anAction, anAttempt, anId, monday } from "@/lib/testing/factories";
import { aGateway, hour } from "@/lib/testing/ledger-world";
import type { Attempt } from "./action";
import { automaticAsker, automaticLookUpsMax, nextLookUp } from "./look-up";
import type { Probe } from "./store";

const minute = 60_000;
const unknown: Partial<Attempt> = { outcome: "unknown", transport: "timed_out", holderEndedAt: monday + 3_000 };
/** Deadline and end at 3 s, 2 s for the bytes, 10 s of horizon. */
const countsFrom = monday + 15_000;

function facts(over: Parameters<typeof anAction>[0] = {}, attempt = unknown, probes: Partial<Probe>[] = []) {
  const action = anAction({ state: "unknown", declaration: aCrm(), firstBegunAt: monday, ...over });
  const asked = probes.map((probe) => aLookUp(probe));
  return { action, attempts: [anAttempt(action, attempt)], fence: 1, absentDidNotSettle: false, probes: asked };
}

const aLookUp = (over: Partial<Probe>): Probe => ({
  id: anId(),
  actionId: anId(),
  destination: "crm",
  askedBy: automaticAsker,
  askedAt: countsFrom,
  notBefore: countsFrom,
  state: "done",
  result: "unclear",
  detail: null,
  finishedAt: countsFrom,
  ...over,
});

describe("an unknown action", () => {
  test("is looked up by itself as soon as an absent would count", () => {
    expect(nextLookUp(facts(), monday + 5_000)).toEqual({ at: countsFrom, number: 1 });
  });

  test("is asked about again at growing intervals while the answers are unclear, and then no longer", () => {
    const probes: Partial<Probe>[] = [];
    const pauses: number[] = [];
    let now = countsFrom;
    for (;;) {
      const next = nextLookUp(facts({}, unknown, probes), now);
      if (next.at === null) {
        expect(next.why).toBe("the CRM was asked 6 times and gave no clear answer.");
        break;
      }
      pauses.push((next.at - now) / minute);
      now = next.at;
      probes.push({ askedAt: now, finishedAt: now });
    }
    expect(probes).toHaveLength(automaticLookUpsMax);
    expect(pauses).toEqual([0, 0.5, 2, 8, 32, 60]);
  });

  test("gets all its look-ups anew once a sender has ended", () => {
    const probes = Array.from({ length: automaticLookUpsMax }, () => ({}));
    const ended = { ...unknown, holderEndedAt: countsFrom + hour };
    expect(nextLookUp(facts({}, ended, probes), countsFrom + hour)).toMatchObject({ number: 1 });
  });

  test("is not asked about by itself because a person did", () => {
    const probes = [{ askedBy: "Ada" }];
    expect(nextLookUp(facts({}, unknown, probes), countsFrom)).toEqual({ at: countsFrom, number: 1 });
  });

  test.each([
    ["while it is being asked about", facts({}, unknown, [{ state: "queued", finishedAt: null }])],
    ["where it cannot be asked about", facts({ declaration: aDestination() })],
    ["once its outcome is known", facts({ state: "confirmed" }, {})],
    ["while its key still protects", facts({ declaration: aGateway() })],
    ["after an absent that could not settle it", { ...facts(), absentDidNotSettle: true }],
    ["while the evidence contradicts itself", facts({ contradictedAt: monday })],
  ])("is left alone %s", (_, of) => {
    expect(nextLookUp(of, countsFrom)).toEqual({ at: null, why: null });
  });

  test("is left alone where the destination opted out, and that is said", () => {
    const probe = { matchingField: "marker", horizonMs: 10_000, acceptsSilentHolders: false, automatic: false };
    expect(nextLookUp(facts({ declaration: aCrm({ probe }) }), countsFrom)).toEqual({
      at: null,
      why: "the CRM is not looked up automatically: it was declared so.",
    });
  });

  test("is looked up once the window of its key has closed", () => {
    const late = monday + 25 * hour;
    expect(nextLookUp(facts({ declaration: aGateway() }), late)).toMatchObject({ number: 1 });
  });
});
