/**
 * Runs the rules over what was recorded since the last time, and keeps what they found. Any number of processes may do
 * it at once and over the same time: what was found before is found again and counted once.
 */

import type { Facts } from "./facts";
import { readFacts } from "./read-facts";
import type { ReviewEngine } from "./review-engine";
import { findEvidence } from "./rules/rules";

/** How far the looks of a deployment have come. */
export const detectedMark = "incidents detected until";

/** The first look: the weeks that the review compares. */
const firstLookMs = 36 * 24 * 3_600_000;
/** What was under way at the last look may have been dated before it. */
const overlapMs = 5 * 60_000;
/** After downtime, as much at once as is read within a second or two. */
const sliceMs = 24 * 3_600_000;
const sliceMinMs = 60_000;
const rowsMax = 500;
/** Of one kind, at one moment of trouble; more of the same adds nothing to the incident. */
const takeAtOnce = 500;

export type Detected = { opened: number; added: number };

/** Goes on from the last look of any process. */
export async function detectIncidents(engine: ReviewEngine, runbooks: Facts["runbooks"]): Promise<Detected> {
  const now = await engine.progress.now();
  const mark = await engine.commands.getMark(detectedMark);
  const from = typeof mark === "number" ? mark - overlapMs : now - firstLookMs;
  const detected: Detected = { opened: 0, added: 0 };
  for (let at = Math.min(from, now); at < now; at += sliceMs) {
    const to = Math.min(at + sliceMs, now);
    const { opened, added } = await detectIn(engine, { from: at, to, runbooks });
    detected.opened += opened;
    detected.added += added;
    await engine.commands.setMark(detectedMark, to);
  }
  return detected;
}

/** Halves the range for as long as a read ends at its limit, so that nothing is left out. */
export async function detectIn(
  engine: ReviewEngine,
  { from, to, runbooks }: { from: number; to: number } & Pick<Facts, "runbooks">,
): Promise<Detected> {
  const { facts, isWhole } = await readFacts(engine, { from, to, limit: rowsMax }, runbooks);
  if (!isWhole && to - from > sliceMinMs) {
    const middle = Math.floor((from + to) / 2);
    const before = await detectIn(engine, { from, to: middle, runbooks });
    const after = await detectIn(engine, { from: middle, to, runbooks });
    return { opened: before.opened + after.opened, added: before.added + after.added };
  }
  const found = findEvidence(facts);
  const detected: Detected = { opened: 0, added: 0 };
  for (let i = 0; i < found.length; i += takeAtOnce) {
    const taken = await engine.incidents.take(found.slice(i, i + takeAtOnce), engine.newId);
    detected.opened += taken.opened.length;
    detected.added += taken.added;
  }
  return detected;
}
