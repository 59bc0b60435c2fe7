/** The review's verbs over stores in memory. */

import { describe, expect, test } from "vitest";
import { announce, nothingLooked } from "@/lib/engine/announce";
import { aBlockedRun, anEngineWorld, anOperator, type EngineWorld } from "@/lib/testing/engine-world";
import { anId, monday } from "@/lib/testing/factories";
import { aFound } from "@/lib/testing/incident-store-conformance";
import { aNewRun } from "@/lib/testing/progress-world";
import { agreeDecision } from "./agree-decision";
import { amendReview } from "./amend-review";
import { dropDecision } from "./drop-decision";
import { editParagraph } from "./edit-paragraph";
import { freezeReview } from "./freeze-review";
import { listReviews } from "./list-reviews";
import { makeReviews, reviewSource } from "./make-reviews";
import { markDecision } from "./mark-decision";
import { newestWeek } from "./newest-week";
import { readAmendments } from "./read-amendments";
import { readReview } from "./read-review";
import { tendIncident } from "./tend-incident";
import { parseWeek, type Week, weekName } from "./week";
import { rangeOfWeek } from "./week-range";

const zone = "UTC";
const day = 24 * 3_600_000;
const week: Week = parseWeek("2026-W10")!; // holds `monday`, 2 March
const lead = anOperator("lead");
const by = (operator = lead) => ({ nonce: anId(), operator });

/** A run in the week of `monday` ends in an unknown outcome; now is the Monday after it. */
async function aWeekLater() {
  const world = anEngineWorld();
  const blocked = await aBlockedRun(world);
  world.pass(rangeOfWeek(week, zone).to - world.now());
  await makeReviews(world.engine, zone);
  return { world, ...blocked };
}

const read = async ({ engine }: EngineWorld, name = "2026-W10") => {
  const view = await readReview(engine, { week: parseWeek(name)!, zone });
  if (view === null) throw new Error(`There is no review of ${name}.`);
  return view;
};
const settle = async ({ engine }: EngineWorld, actionId: string) => {
  const record = await engine.ledger.readAction(actionId);
  const said = { as: "happened", evidence: "Seen.", reason: "Looked.", by: "Mia" } as const;
  await engine.ledger.settle({ id: anId(), actionId, version: record?.action.version ?? 0, ...said });
};
const agree = (world: EngineWorld, over: Partial<Parameters<typeof agreeDecision>[1]> = {}) =>
  agreeDecision(world.engine, {
    ...{ week, zone, what: "Declare a probe", owner: "Dana", due: "2026-03-13", reduces: "observability_debt" },
    ...by(),
    ...over,
  });

describe("reviews are made by schedule", () => {
  test("once per week that is over, from the first run's on, however often and late the schedule looks", async () => {
    const world = anEngineWorld();
    await makeReviews(world.engine, zone);
    expect((await listReviews(world.engine, zone)).rows).toEqual([]);
    await world.engine.progress.startRun(aNewRun());
    world.pass(3 * 7 * day);
    await Promise.all([1, 2, 3].map(() => makeReviews(world.engine, zone)));
    await makeReviews(world.engine, zone);
    const { rows, current, lastComplete } = await listReviews(world.engine, zone);
    expect(rows.map(({ review }) => `${review.week} ${review.version}`)).toEqual([
      "2026-W12 1",
      "2026-W11 1",
      "2026-W10 1",
    ]);
    expect([current, lastComplete]).toEqual(["2026-W13", "2026-W12"]);
  });

  test("and told of once, the newest alone, whatever is frozen later", async () => {
    const { world } = await aWeekLater();
    const { engine } = world;
    const look = () => announce(engine, nothingLooked(), undefined, [reviewSource(engine, zone)]);
    await engine.commands.setMark("webhook since", monday);
    await look();
    await look();
    const { id } = (await read(world)).review!;
    const told = (await engine.messages.list({ limit: 50 })).filter(({ event }) => event === "review.ready");
    expect(told).toMatchObject([{ objectKind: "review", objectId: id, name: "2026-W10", state: "draft" }]);
  });
});

test("the review is that of the newest week that is over, and in a deployment's first week that of the one that goes on", async () => {
  const world = anEngineWorld();
  const newest = async () => {
    const found = await newestWeek(world.engine, zone);
    return found === null ? null : weekName(found);
  };
  expect(await newest()).toBeNull();
  await world.engine.progress.startRun(aNewRun());
  expect(await newest()).toBe("2026-W10");
  expect(await read(world)).toMatchObject({ review: null, content: { partial: true } });
  world.pass(7 * day);
  expect(await newest()).toBe("2026-W10");
  world.pass(7 * day);
  expect(await newest()).toBe("2026-W11");
});

describe("a draft", () => {
  test("is computed whenever it is read: the unknown of its week is in it, with what became of it", async () => {
    const { world, actionId } = await aWeekLater();
    const value = async (key: string) => (await read(world)).content.figures.find((line) => line.key === key)?.value;
    expect(await value("long_unknown")).toEqual({ kind: "count", value: 1 });
    expect(await value("settling_p95")).toEqual({ kind: "length", ms: null, n: 0 });
    await settle(world, actionId);
    expect(await value("settling_p95")).toMatchObject({ n: 1 });
    expect((await read(world)).content.gaps.join(" ")).toContain("Of the 4 weeks before, none was measured");
  });

  test("of the week that goes on is partial, and cannot be changed before it is over", async () => {
    const world = anEngineWorld();
    await aBlockedRun(world);
    const view = await read(world);
    expect([view.review, view.content.partial, view.previous, view.next]).toEqual([null, true, null, null]);
    expect(await agree(world)).toMatchObject({ ok: false, code: "week_not_over" });
    expect(await freezeReview(world.engine, { week, zone, revision: 1, ...by() })).toMatchObject({
      code: "week_not_over",
    });
  });

  test.each(["2026-W09", "2026-W12", "2099-W01"])(
    "there is none of %s: before the first run, or not begun",
    async (name) => {
      const { world } = await aWeekLater();
      expect(await readReview(world.engine, { week: parseWeek(name)!, zone })).toBeNull();
    },
  );

  test("takes a paragraph, which then stands in the place of the one from the figures, until it is given back", async () => {
    const { world } = await aWeekLater();
    const written = (await read(world)).content.paragraph;
    const edit = (revision: number, paragraph: string | null) =>
      editParagraph(world.engine, { week, zone, revision, paragraph, ...by() });
    expect(await edit(1, "A bad Tuesday.")).toMatchObject({ ok: true });
    expect((await read(world)).content).toMatchObject({ paragraph: "A bad Tuesday.", paragraphBy: "Dana" });
    expect(await edit(1, "Mine.")).toMatchObject({ ok: false, code: "changed_meanwhile" });
    expect(await edit(2, null)).toMatchObject({ ok: true });
    expect((await read(world)).content).toMatchObject({ paragraph: written, paragraphBy: null });
  });
});

test("an incident stands in each week in which it was seen, with the runs and actions of that week alone", async () => {
  const { world } = await aWeekLater();
  const seen = (at: number) => aFound({ at, actionId: null });
  await world.engine.incidents.take([seen(monday), seen(monday + day), seen(monday + 7 * day)], anId);
  world.pass(7 * day);
  expect((await read(world)).content.incidents).toMatchObject([{ runs: 2, actions: 0 }]);
  expect((await read(world, "2026-W11")).content.incidents).toMatchObject([{ runs: 1, actions: 0 }]);
});

describe("decisions", () => {
  test("of a week come first in the next one, with what became of them, and stay until they are done", async () => {
    const { world } = await aWeekLater();
    const late = await agree(world, { due: "2026-03-10" });
    const done = await agree(world);
    if (!late.ok || !done.ok) throw new Error("Not agreed.");
    await markDecision(world.engine, { week: "2026-W10", decisionId: done.decision.id, done: true, ...by() });
    world.pass(7 * day);
    const former = (await read(world, "2026-W11")).content.former;
    expect(former.map(({ id, state }) => [id, state])).toEqual(
      expect.arrayContaining([
        [late.decision.id, "late"],
        [done.decision.id, "done"],
      ]),
    );
    world.pass(7 * day);
    expect((await read(world, "2026-W12")).content.former.map(({ id }) => id)).toEqual([late.decision.id]);
  });

  test("are three at most, and the fourth is refused in words until one is taken back", async () => {
    const { world } = await aWeekLater();
    const first = await agree(world);
    await agree(world);
    await agree(world);
    expect(await agree(world)).toMatchObject({ ok: false, code: "decisions_full" });
    if (!first.ok) throw new Error("Not agreed.");
    const drop = { week: "2026-W10", decisionId: first.decision.id, ...by() };
    expect(await dropDecision(world.engine, drop)).toMatchObject({ ok: true });
    expect(await dropDecision(world.engine, drop)).toMatchObject({ ok: true });
    expect(await dropDecision(world.engine, { ...drop, ...by() })).toMatchObject({ code: "decision_not_found" });
    expect(await agree(world)).toMatchObject({ ok: true });
  });

  test("are due on a day that can still be met: today at the earliest", async () => {
    const { world } = await aWeekLater();
    expect(await agree(world, { due: "2026-03-08" })).toMatchObject({ ok: false, code: "invalid" });
    expect(await agree(world, { due: "2026-03-09" })).toMatchObject({ ok: true });
  });

  test("pressed twice with one click are one, and stand in the commands with who and what", async () => {
    const { world } = await aWeekLater();
    const click = by();
    expect(await agree(world, click)).toEqual(await agree(world, click));
    expect((await read(world)).content.decisions).toHaveLength(1);
    expect(await world.engine.commands.listByObject("2026-W10")).toMatchObject([
      { kind: "agree", by: "Dana", role: "lead", reason: "Declare a probe", state: "applied" },
    ]);
  });
});

describe("a frozen review", () => {
  const freeze = (world: EngineWorld, revision = 1, operator = lead) =>
    freezeReview(world.engine, { week, zone, revision, ...by(operator) });

  test("is not changed by what is settled later, which is listed beside it instead", async () => {
    const { world, actionId } = await aWeekLater();
    expect(await freeze(world)).toEqual({ ok: true, week: "2026-W10", version: 1 });
    const before = await read(world);
    expect(before.review).toMatchObject({ state: "frozen", frozenBy: "Dana", version: 1 });
    expect(await readAmendments(world.engine, week)).toEqual([]);
    await settle(world, actionId);
    world.pass(day);
    expect((await read(world)).content).toEqual(before.content);
    expect(await readAmendments(world.engine, week)).toEqual([
      { what: "Time to settle, p95", before: "none", after: "too few (n = 1)" },
    ]);
  });

  test("ends what was resolved in its week, for good and with its history, and nothing else; no amendment tells of it", async () => {
    const { world } = await aWeekLater();
    const { incidents } = world.engine;
    const place = (step: string) => ({ workflow: "triage", step, destination: "crm" });
    const seen = [
      { at: monday, place: place("resolved") },
      { at: monday, place: place("open") },
      { at: monday + 7 * day, place: place("of the next week") },
    ];
    await incidents.take(seen.map(aFound), anId);
    const find = async (step: string) =>
      (await incidents.list({ pageSize: 9 })).rows.find((incident) => incident.place.step === step)!;
    const tend = async (step: string, to: "open" | "resolved") => {
      const { id: incidentId, version } = await find(step);
      return tendIncident(world.engine, {
        ...{ incidentId, version, change: { kind: "state", to }, reason: "Mended." },
        ...by(),
      });
    };
    await tend("resolved", "resolved");
    await tend("of the next week", "resolved");
    expect(await freeze(world)).toMatchObject({ ok: true });

    const reviewed = await find("resolved");
    expect(reviewed).toMatchObject({ state: "reviewed", reviewedAt: world.now() });
    expect((await incidents.read(reviewed.id))?.history.at(-1)).toMatchObject({
      before: "resolved",
      after: "reviewed",
    });
    expect(await tend("resolved", "open")).toMatchObject({ ok: false });
    expect(await find("open")).toMatchObject({ state: "open" });
    expect(await find("of the next week")).toMatchObject({ state: "resolved" });
    expect(await readAmendments(world.engine, week)).toEqual([]);
  });

  test("is not frozen over what somebody else wrote meanwhile, nor twice", async () => {
    const { world } = await aWeekLater();
    await agree(world);
    expect(await freeze(world, 1)).toMatchObject({ ok: false, code: "changed_meanwhile" });
    expect(await freeze(world, 2)).toMatchObject({ ok: true });
    expect(await freeze(world, 2)).toMatchObject({ ok: false, code: "review_frozen" });
    expect(await agree(world)).toMatchObject({ ok: false, code: "review_frozen" });
  });

  test("gets a second version with a note, and the first stays readable as it was", async () => {
    const { world, actionId } = await aWeekLater();
    const amend = (note = "The CRM had it.") => amendReview(world.engine, { week, version: 1, note, ...by() });
    expect(await amend()).toMatchObject({ ok: false, code: "not_frozen" });
    await freeze(world);
    const first = (await read(world)).content;
    await settle(world, actionId);
    expect(await amend()).toEqual({ ok: true, week: "2026-W10", version: 2 });
    expect(await amend()).toMatchObject({ ok: false, code: "not_frozen" });
    expect(await freeze(world)).toMatchObject({ ok: true, version: 2 });
    const second = await read(world);
    expect(second.review).toMatchObject({ version: 2, note: "The CRM had it." });
    expect(second.content).not.toEqual(first);
    const old = await readReview(world.engine, { week, zone, version: 1 });
    expect(old?.content).toEqual(first);
    expect(await readReview(world.engine, { week, zone, version: 3 })).toBeNull();
  });

  test.each(["viewer", "operator", "approver"] as const)(
    "is not a %s's to make, and neither are its parts",
    async (role) => {
      const { world } = await aWeekLater();
      const operator = anOperator(role);
      const refused = { ok: false, code: "role_missing" };
      expect(await freeze(world, 1, operator)).toMatchObject(refused);
      expect(await agree(world, by(operator))).toMatchObject(refused);
      const edit = { week, zone, revision: 1, paragraph: "Mine.", ...by(operator) };
      expect(await editParagraph(world.engine, edit)).toMatchObject(refused);
      await freeze(world);
      const amend = { week, version: 1, note: "Mine.", ...by(operator) };
      expect(await amendReview(world.engine, amend)).toMatchObject(refused);
      const view = await read(world);
      expect([view.review?.version, view.content.decisions, view.content.paragraphBy]).toEqual([1, [], null]);
    },
  );
});
