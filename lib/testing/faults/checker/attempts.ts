/** I5 and I11: attempts one after the other under one key, and no way out of unknown without a reason. */

import { intentOf } from "./effects";
import { type AttemptSeen, groupBy, type Observed, type Violation } from "./observed";

export function oneOpenAttemptOneKey(seen: Observed): Violation[] {
  const attempts = groupBy(seen.attempts, ({ actionId }) => actionId);
  const arrived = groupBy(seen.oracle, ({ intent }) => intent);
  const found: Violation[] = [];
  for (const action of seen.actions) {
    const own = [...(attempts.get(action.id) ?? [])].sort((a, b) => a.number - b.number);
    const broken = (says: string) => found.push({ invariant: "I5", runId: action.runId, says });
    if (own.filter(({ outcome }) => outcome === null).length > 1) broken(`${intentOf(action)} has two open attempts.`);
    if (own.some(({ number }, i) => number !== i + 1)) {
      broken(`The attempts of ${intentOf(action)} are numbered ${own.map(({ number }) => number).join(", ")}.`);
    }
    const requests = arrived.get(intentOf(action)) ?? [];
    if (requests.some(({ marker }) => marker !== action.marker)) {
      broken(`${intentOf(action)} was sent with another marker than its action's.`);
    }
    if (requests.some(({ key }) => key !== null && key !== action.providerKey)) {
      broken(`${intentOf(action)} was sent with another key than its action's.`);
    }
  }
  for (const [intent, actions] of groupBy(seen.actions, intentOf)) {
    if (actions.length > 1)
      found.push({ invariant: "I5", runId: null, says: `${intent} has ${actions.length} actions.` });
  }
  return found;
}

export function unknownEndsWithAReason(seen: Observed): Violation[] {
  const evidence = groupBy(seen.evidence, ({ actionId }) => actionId);
  const attempts = groupBy(seen.attempts, ({ actionId }) => actionId);
  return seen.actions.flatMap((action) => {
    const own = [...(attempts.get(action.id) ?? [])].sort((a, b) => a.number - b.number);
    const known = evidence.get(action.id) ?? [];
    const settled = known.some(({ kind }) => kind === "probe" || kind === "person");
    const broken = (says: string) => ({ invariant: "I11", runId: action.runId, says: `${intentOf(action)}: ${says}` });
    return own.flatMap((attempt, i) => {
      const reported = known.some((e) => e.attemptId === attempt.id && ["report", "late_report"].includes(e.kind));
      const found: Violation[] = [];
      if (endedInSilence(attempt) && attempt.outcome !== "unknown" && !reported) {
        found.push(
          broken(`attempt ${attempt.number} ended in silence and became ${attempt.outcome} without a report.`),
        );
      }
      if (attempt.resolution !== null && !settled) {
        found.push(broken(`attempt ${attempt.number} was settled by nobody.`));
      }
      const next = own[i + 1];
      const isOpenQuestion = attempt.outcome === "unknown" && attempt.resolution === null;
      if (next && isOpenQuestion && !withinWindow(action, next.begunAt)) {
        found.push(broken(`attempt ${next.number} began while attempt ${attempt.number} was unknown.`));
      }
      return found;
    });
  });
}

const endedInSilence = ({ closedBy }: AttemptSeen): boolean => closedBy !== null && closedBy !== "report";

/** The destination merges what it is sent under one key. */
const withinWindow = (action: Observed["actions"][number], at: number): boolean =>
  action.deduplicatesMs !== null && action.firstBegunAt !== null && at < action.firstBegunAt + action.deduplicatesMs;
