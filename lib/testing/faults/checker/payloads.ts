/** I10 and I12: what was approved, and what was first declared, is what is sent. */

import { createHash } from "node:crypto";
import { canonicalForm } from "@/lib/ledger/fingerprint";
import { intentOf } from "./effects";
import { effectsOf, groupBy, type Observed, type Violation } from "./observed";

/** The checker's own, whatever the build under test takes for one. */
export const fingerprintOf = (payload: unknown): string =>
  createHash("sha256").update(canonicalForm(payload)).digest("hex");

export function approvedIsWhatIsSent(seen: Observed): Violation[] {
  const decided = [...groupBy(seen.decisions, ({ validationId }) => validationId)]
    .filter(([, decisions]) => decisions.length > 1)
    .map(([id]) => ({ invariant: "I10", runId: null, says: `The validation ${id} was decided twice.` }));
  const approved = new Set(
    seen.validations
      .filter(({ state }) => state === "approved")
      .flatMap(({ subjects }) => subjects.map(({ actionId, fingerprint }) => `${actionId}/${fingerprint}`)),
  );
  const effects = groupBy(effectsOf(seen), ({ intent }) => intent);
  const unapproved = seen.actions
    .filter(({ needsGrant }) => needsGrant)
    .flatMap((action) =>
      (effects.get(intentOf(action)) ?? [])
        .filter(({ payload }) => !approved.has(`${action.id}/${fingerprintOf(payload)}`))
        .map(() => ({
          invariant: "I10",
          runId: action.runId,
          says: `${intentOf(action)} was executed with a payload that nobody approved.`,
        })),
    );
  return [...decided, ...unapproved];
}

/** A person said that what is stored stands for this ask, too. */
const wasKept = ({ nearMisses }: Observed, actionId: string, fingerprint: string): boolean =>
  nearMisses.some((near) => near.actionId === actionId && near.fingerprint === fingerprint && near.state === "kept");

export function anotherPayloadChangesNothing(seen: Observed): Violation[] {
  const actions = new Map(seen.actions.map((action) => [action.id, action]));
  const opened = new Map(seen.attempts.map((attempt) => [attempt.id, attempt]));
  const changed = seen.workers.flatMap((line) => {
    if (line.event !== "begin") return [];
    const attempt = opened.get(line.attemptId);
    const action = attempt && actions.get(attempt.actionId);
    if (!action || action.payload === null) return [];
    const asked = fingerprintOf(line.payload);
    if (asked === fingerprintOf(JSON.parse(action.payload)) || wasKept(seen, action.id, asked)) return [];
    const says = `${intentOf(action)} was begun by an ask that carried another payload than the one kept.`;
    return [{ invariant: "I12", runId: action.runId, says }];
  });
  const drifted = seen.actions.flatMap((action) => {
    if (action.payload === null || fingerprintOf(JSON.parse(action.payload)) === action.fingerprint) return [];
    const says = `${intentOf(action)} keeps a payload that is not the one of its fingerprint.`;
    return [{ invariant: "I12", runId: action.runId, says }];
  });
  const sent = groupBy(seen.oracle, ({ intent }) => intent);
  const mixed = [...sent].flatMap(([intent, lines]) =>
    new Set(lines.map(({ payload }) => fingerprintOf(payload))).size > 1
      ? [{ invariant: "I12", runId: null, says: `${intent} was sent with two different payloads.` }]
      : [],
  );
  return [...changed, ...drifted, ...mixed];
}
