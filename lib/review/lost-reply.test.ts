/**
 * A process may die at any call that a click on a review, an incident or a runbook makes of a store. The same click again
 * then ends as if it had met nothing, and is kept as applied, also when others went on meanwhile.
 */

import { describe, expect, it } from "vitest";
import type { CommandAnswer } from "@/lib/engine/command";
import { type CommandKind, reviewCommandKinds } from "@/lib/engine/command-store";
import { aBlockedRun, anEngineWorld, anOperator, type EngineWorld } from "@/lib/testing/engine-world";
import { anId } from "@/lib/testing/factories";
import { aFound } from "@/lib/testing/incident-store-conformance";
import { type Death, Died, mortalEngine } from "@/lib/testing/mortal-engine";
import { agreeDecision } from "./agree-decision";
import { amendReview } from "./amend-review";
import { dropDecision } from "./drop-decision";
import { editParagraph } from "./edit-paragraph";
import { followStep, stepsOf, unfollowStep } from "./follow-step";
import { freezeReview } from "./freeze-review";
import type { IncidentChange } from "./incident";
import { makeReviews } from "./make-reviews";
import { markDecision } from "./mark-decision";
import { openIncident } from "./open-incident";
import type { ReviewEngine } from "./review-engine";
import { type IncidentPress, tendIncident } from "./tend-incident";
import { parseWeek } from "./week";
import { rangeOfWeek } from "./week-range";

type Press = { nonce: string; press(engine: ReviewEngine): Promise<CommandAnswer<object>> };
type Week = EngineWorld & { runId: string; actionId: string };
type Row = [name: string, kind: CommandKind, arrange: (world: Week) => Promise<Press>];

const zone = "UTC";
const name = "2026-W10";
// Holds the Monday on which the worlds begin.
const week = parseWeek(name)!;
const click = () => ({ nonce: anId(), operator: anOperator("lead") });
const decided = {
  week,
  zone,
  what: "Declare a probe",
  owner: "Dana",
  due: "2026-03-13",
  reduces: "duplicate_action",
} as const;
const runbook = {
  slug: "crm",
  blocks: [{ kind: "steps", section: "When to resume", steps: [{ text: "Look.", depth: 0 }] }],
} as unknown as Parameters<typeof followStep>[1]["runbook"];

const rows: Row[] = [
  ["a paragraph", "edit", async () => pressing(editParagraph, { week, zone, revision: 1, paragraph: "A quiet week." })],
  ["a decision", "agree", async () => pressing(agreeDecision, decided)],
  [
    "a decision taken back",
    "drop",
    async (world) => pressing(dropDecision, { week: name, decisionId: await aDecision(world) }),
  ],
  [
    "a decision that is done",
    "mark",
    async (world) => pressing(markDecision, { week: name, decisionId: await aDecision(world), done: true }),
  ],
  [
    "a freeze, with the incidents that it ends",
    "freeze",
    async (world) => {
      await incidentsOfTheWeek(world, ["resolved", "resolved", "open"]);
      return pressing(freezeReview, { week, zone, revision: 1 });
    },
  ],
  [
    "a new version",
    "amend",
    async (world) => {
      await freezeReview(world.engine, { week, zone, revision: 1, ...click() });
      return pressing(amendReview, { week, version: 1, note: "More was found." });
    },
  ],
  [
    "an incident by hand",
    "report",
    async ({ actionId }) => pressing(openIncident, { ...aNamed, reason: "A call.", runId: null, actionId }),
  ],
  ["work on an incident", "tend", (world) => tending(world, { kind: "take" })],
  ["a reclassified incident", "classify", (world) => tending(world, { kind: "class", to: "progress_loss" })],
  ["a tick", "follow", async ({ actionId }) => pressing(followStep, aTick(actionId))],
  [
    "a tick that is taken back",
    "unfollow",
    async ({ engine, actionId }) => {
      const made = await followStep(engine, { ...aTick(actionId), ...click() });
      const followedId = made.ok ? made.step.id : "";
      return pressing(unfollowStep, { slug: "crm", followedId, object: aTick(actionId).object });
    },
  ],
];

/** To die at a read is to die before the next write. */
const writes = [
  ...["accept", "finish", "setParagraph", "freeze", "amend", "addDecision", "dropDecision", "markDecision"],
  ...["open", "change", "follow", "unfollow"],
];

describe("the same click again after its process died", () => {
  it("is tried for every command there is", () => {
    expect(new Set(rows.map(([, kind]) => kind))).toEqual(new Set(reviewCommandKinds));
  });

  it.each(rows)("ends %s as if it had met nothing, wherever that was", async (_name, kind, arrange) => {
    const untouched = await play(arrange, null);
    expect(untouched).toMatchObject({ ok: true, command: { kind, state: "applied" } });
    for (const [i, call] of untouched.calls.entries()) {
      if (!writes.includes(call)) continue;
      for (const arrived of [false, true]) {
        const met = await play(arrange, { atCall: i + 1, arrived });
        const where = `${call}, ${arrived ? "answer lost" : "not arrived"}`;
        expect({ ...met, calls: [] }, where).toEqual({ ...untouched, calls: [] });
      }
    }
  });

  it("is tried for a freeze that has incidents to end", async () => {
    const [, , arrange] = rows.find(([, kind]) => kind === "freeze")!;
    const { incidents } = await play(arrange, null);
    expect(incidents.map(([state]) => state).sort()).toEqual(["open", "reviewed", "reviewed"]);
  });

  it.each(rows)("keeps %s as applied, although others have gone on meanwhile", async (_name, kind, arrange) => {
    const { calls } = await play(arrange, null);
    // The last call keeps the answer; what it is about was done before.
    const met = await play(arrange, { atCall: calls.length, arrived: false }, goOn);
    expect(met).toMatchObject({ ok: true, command: { kind, state: "applied" } });
  });
});

/** Presses, dies on the way, presses again. */
async function play(arrange: Row[2], death: Death | null, meanwhile: (world: Week) => Promise<void> = async () => {}) {
  const world = await aWeekLater();
  const { nonce, press } = await arrange(world);
  const mortal = mortalEngine(world.engine, death);
  let answer = await press(mortal.engine).catch((error: unknown) => {
    if (!(error instanceof Died)) throw error;
    return null;
  });
  if (death !== null) {
    await meanwhile(world);
    answer = await press(world.engine);
  }
  return { calls: mortal.calls(), ok: answer?.ok, ...(await look(world, nonce)) };
}

/** A colleague writes, decides, freezes and works on what there is. */
async function goOn({ engine }: Week): Promise<void> {
  const [review] = await engine.reviews.listVersions(name);
  const seen = { week, zone, revision: review?.revision ?? 0 };
  await editParagraph(engine, { ...seen, paragraph: "Another one.", ...click() });
  await freezeReview(engine, { ...seen, revision: seen.revision + 1, ...click() });
  for (const { id: incidentId, version } of (await engine.incidents.list({ pageSize: 9 })).rows) {
    await tendIncident(engine, {
      incidentId,
      version,
      change: { kind: "note" },
      reason: "Looked as well.",
      ...click(),
    });
  }
}

async function look({ engine, actionId }: Week, nonce: string) {
  const reviews = await engine.reviews.listVersions(name);
  const incidents = await engine.incidents.list({ pageSize: 9 });
  const records = await Promise.all(incidents.rows.map(({ id }) => engine.incidents.read(id)));
  const lineOf = ({ kind, before, after, by }: IncidentChange) => [kind, before, after, by];
  const commands = await engine.commands.listRecent({ from: 0, limit: 20 });
  const command = commands.find(({ id }) => id === nonce);
  return {
    command: command && { kind: command.kind, state: command.state },
    commands: commands.length,
    reviews: reviews.map(({ version, state, revision, paragraph, note }) => [
      version,
      state,
      revision,
      paragraph,
      note,
    ]),
    decisions: (await engine.reviews.listDecisions({ from: name, to: name })).map(({ what, doneBy }) => [what, doneBy]),
    incidents: records.map((record) => [record?.incident.state, record?.evidence.length, record?.history.map(lineOf)]),
    ticks: (await engine.runbookSteps.list({ kind: "action", id: actionId })).map(({ undone }) => undone !== null),
  };
}

/** A run of the week waits for a person; now is the Monday after it. */
async function aWeekLater(): Promise<Week> {
  const world = anEngineWorld();
  const { runId, actionId } = await aBlockedRun(world);
  world.pass(rangeOfWeek(week, zone).to - world.now());
  await makeReviews(world.engine, zone);
  return { ...world, runId, actionId };
}

/** One nonce for the click, however often it is sent. */
function pressing<Ask extends object, Answer extends object>(
  verb: (engine: ReviewEngine, ask: Ask) => Promise<CommandAnswer<Answer>>,
  ask: Omit<Ask, "nonce" | "operator">,
): Press {
  const clicked = click();
  const whole = { ...ask, ...clicked } as unknown as Ask;
  return { nonce: clicked.nonce, press: (engine) => verb(engine, whole) };
}

const aNamed = { title: "Two notes", class: "duplicate_action", severity: "s2" } as const;

async function aDecision({ engine }: Week): Promise<string> {
  const made = await agreeDecision(engine, { ...decided, ...click() });
  return made.ok ? made.decision.id : "";
}

/** Opened today, so that it is the next week's. */
async function anIncident({ engine, runId, actionId }: Week): Promise<string> {
  const opened = await openIncident(engine, { ...aNamed, ...click(), reason: "A call.", runId, actionId });
  return opened.ok ? opened.incident.id : "";
}

/** Seen in the week that the review is about. */
async function incidentsOfTheWeek({ engine }: Week, states: readonly ("open" | "resolved")[]): Promise<void> {
  const at = rangeOfWeek(week, zone).from;
  const place = (i: number) => ({ workflow: "triage", step: `note ${i}`, destination: "crm" });
  await engine.incidents.take(
    states.map((_, i) => aFound({ at, place: place(i) })),
    anId,
  );
  const { rows: opened } = await engine.incidents.list({ pageSize: 9 });
  for (const { id: incidentId, version, place: where } of opened) {
    const to = states.find((_, i) => place(i).step === where.step);
    if (to !== "resolved") continue;
    const change = { kind: "state", to } as const;
    await tendIncident(engine, { incidentId, version, change, reason: "Done.", ...click() });
  }
}

async function tending(world: Week, change: IncidentPress): Promise<Press> {
  return pressing(tendIncident, { incidentId: await anIncident(world), version: 1, change, reason: "Looked." });
}

function aTick(actionId: string) {
  const object = { kind: "action", id: actionId } as const;
  const [step] = stepsOf(anEngineWorld().engine, runbook);
  return { runbook, hash: step?.hash ?? "", object };
}
