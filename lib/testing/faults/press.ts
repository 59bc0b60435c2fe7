/**
 * Does in every run that the fault left behind what the product suggests: resumes what is safe, looks up what can be
 * looked up, and where a person is asked, answers as one who went and looked.
 */

import { checkAction } from "@/lib/engine/check-action";
import { decideProposal } from "@/lib/engine/decide-proposal";
import { keepOutcome } from "@/lib/engine/keep-outcome";
import { readResumePlan, resumeRun } from "@/lib/engine/resume-run";
import { settleAction } from "@/lib/engine/settle-action";
import type { ActionRecord } from "@/lib/ledger/store";
import { verdictOf } from "@/lib/ledger/verdict";
import { businessIntent } from "./fixture";
import { type Play, wait } from "./play";
import { approver, decideAll, secondPerson } from "./strike/decide";
import { readOracle } from "./world/oracle";

/** Deadline, transport allowance and horizon, and the same again for a second attempt, on a loaded machine. */
const patienceMs = 90_000;
/** A broken variant may never come to an end, and need not: what is wrong with it shows before. */
const brokenPatienceMs = 30_000;

export async function pressEverything(play: Play): Promise<void> {
  const checked = new Map<string, number>();
  const end = Date.now() + (play.tooth === null ? patienceMs : brokenPatienceMs);
  for (; Date.now() < end; await wait(250)) {
    try {
      const open = await openRuns(play);
      if (open.length === 0) return;
      await decideAll(play, play.scenario.cell.fault === "race" ? 2 : 1);
      for (const run of open) await pressFor(play, run, checked);
    } catch (error) {
      // The database may be coming back just now; what stays wrong shows as a run that never ends.
      if (Date.now() + 1_000 > end) throw error;
    }
  }
}

type OpenRun = { id: string; state: string; cause: string | null };

const openRuns = (play: Play) => play.sql<OpenRun[]>`
  select id, state, cause from progress.run
  where state not in ('succeeded', 'failed', 'cancelled')`;

async function pressFor(play: Play, run: OpenRun, checked: Map<string, number>): Promise<void> {
  if (run.state !== "blocked" && run.state !== "interrupted") return;
  const { engine } = play;
  const records = await engine.ledger.readRunActions(run.id);
  const now = await engine.ledger.now();
  let isOpen = false;
  for (const record of records) {
    const { kind } = verdictOf(record, now);
    note(play, record, kind);
    switch (kind) {
      case "wait":
        isOpen = true;
        break;
      case "verify_first":
        isOpen = true;
        await look(play, record, checked);
        break;
      case "ask_a_person":
        isOpen = true;
        await settle(play, record);
        break;
      case "safe":
      case "safe_with_same_key":
      case "useless":
      case "not_needed":
      case "incident":
        break;
    }
  }
  if (isOpen) return;
  if (run.cause === "payload_mismatch" || run.cause === "approval_mismatch") await keep(play, records);
  else await resume(play, run, records);
}

/** What is shown is noted whether or not it leads to a press: it must be true either way. */
function note(play: Play, record: ActionRecord, verdict: string): void {
  if (verdict === "wait" || verdict === "verify_first" || verdict === "ask_a_person") return;
  press(play, record, verdict, "resume");
}

function press(play: Play, { action }: ActionRecord, verdict: string, pressed: string): void {
  play.presses.push({ actionId: action.id, runId: action.runId ?? "", verdict, pressed, at: Date.now() });
}

/** Once; again when a look-up came to an end and left it unknown. */
async function look(play: Play, record: ActionRecord, checked: Map<string, number>): Promise<void> {
  const { action, probes } = record;
  if (probes.some(({ state }) => state === "queued" || state === "running")) return;
  const finished = probes.filter(({ state }) => state === "done" || state === "failed").length;
  if ((checked.get(action.id) ?? -1) >= finished) return;
  checked.set(action.id, finished);
  press(play, record, "verify_first", "check");
  await checkAction(play.engine, { actionId: action.id, nonce: play.engine.newId(), operator: approver });
}

async function settle(play: Play, record: ActionRecord): Promise<void> {
  const { action } = record;
  const intent = businessIntent(action.logicalRunId ?? "", action.type, action.object);
  const happened = readOracle(play.oracleFile).some((line) => line.event === "effect" && line.intent === intent);
  press(play, record, "ask_a_person", happened ? "it happened" : "it did not happen");
  const settled = await settleAction(play.engine, {
    actionId: action.id,
    version: action.version,
    as: happened ? "happened" : "did_not_happen",
    evidence: "looked it up in the destination's own log",
    reason: "the campaign looked",
    nonce: play.engine.newId(),
    operator: approver,
  });
  if (settled.ok && settled.proposal !== null) await confirmSettlement(play, action.id);
}

/** What cannot be taken back takes two. */
export async function confirmSettlement(play: Play, actionId: string): Promise<void> {
  const record = await play.engine.ledger.readAction(actionId);
  if (!record?.proposal) return;
  await decideProposal(play.engine, {
    actionId,
    proposalId: record.proposal.id,
    verdict: "confirm",
    version: record.action.version,
    reason: "the campaign looked twice",
    nonce: play.engine.newId(),
    operator: secondPerson,
  });
}

/** The code asks with another payload than the one that was declared or approved: what is stored stands for it. */
async function keep(play: Play, records: readonly ActionRecord[]): Promise<void> {
  for (const { action, nearMisses } of records) {
    const near = nearMisses.find(({ kind, state }) => kind === "other_payload" && state === "open");
    if (near === undefined) continue;
    await keepOutcome(play.engine, {
      actionId: action.id,
      nearMissId: near.id,
      reason: "the campaign keeps it",
      nonce: play.engine.newId(),
      operator: approver,
    });
  }
}

/** Where it is a race, two people press it at once. */
async function resume(play: Play, run: OpenRun, records: readonly ActionRecord[]): Promise<void> {
  const { engine } = play;
  const isBlockedOnSettled = run.cause === "outcome_unknown" && records.every((r) => r.action.state !== "unknown");
  // It wakes by itself.
  if (isBlockedOnSettled) return;
  const plan = await readResumePlan(engine, run.id);
  if (plan === null || plan.disabled !== null) return;
  const ask = { runId: run.id, fromCheckpoint: plan.from, planToken: plan.token, reason: "the campaign resumes" };
  const times = play.scenario.cell.fault === "race" ? 3 : 1;
  await Promise.all(
    Array.from({ length: times }, () => resumeRun(engine, { ...ask, nonce: engine.newId(), operator: approver })),
  );
}
