/** I10, for all that people press: one click is one command with one effect, however often it is sent. */

import { groupBy, type Observed, type Violation } from "./observed";

export function oneClickOneEffect(seen: Observed): Violation[] {
  const resumes = groupBy(
    seen.commands.filter(({ kind, state }) => kind === "resume" && state !== "refused"),
    ({ objectId }) => objectId,
  );
  const resumed = groupBy(
    seen.executions.filter(({ kind }) => kind === "resume"),
    ({ runId }) => runId,
  );
  return [...resumed].flatMap(([runId, executions]) => {
    const pressed = resumes.get(runId)?.length ?? 0;
    if (executions.length <= pressed) return [];
    return [{ invariant: "I10", runId, says: `It was resumed ${executions.length} times by ${pressed} clicks.` }];
  });
}

/** Nobody else pressed there, so whoever presses again must be told what came of the first click. */
export function clicksAreAnswered(seen: Observed): Violation[] {
  const commands = new Map(seen.commands.map((command) => [command.id, command]));
  return seen.clicks.flatMap(({ nonce, runId, path, answer }) => {
    const broken = (says: string) => [{ invariant: "I10", runId, says: `${path}: ${says}` }];
    const command = commands.get(nonce);
    if (command === undefined) return broken("the click was never kept.");
    if (!answer.startsWith("200")) return broken(`pressed again with the same nonce, it was answered ${answer}`);
    return command.state === "applied" ? [] : broken(`it was answered as done and is kept as ${command.state}.`);
  });
}
