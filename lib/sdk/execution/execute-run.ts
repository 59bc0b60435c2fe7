/** Runs a workflow's code from the top and ends the execution as the code ends, or as its waits require. */

import { ValueRefused } from "../errors";
import { keepCaught } from "./ask";
import { neverAsked } from "./code-changed";
import { outsideBodies } from "./code-context";
import type { Ended, Execution } from "./execution";
import { stepError } from "./failure";
import { runHandle } from "./run-handle";

export async function executeRun(ex: Execution): Promise<Ended> {
  await ex.boundary("after_claim", null);
  const { workflow, claimed } = ex;
  void outsideBodies(async () => workflow.run(runHandle(ex), workflow.parseInput(JSON.parse(claimed.input)))).then(
    (output) => returned(ex, () => finish(ex, output)),
    (error) => returned(ex, () => fail(ex, error)),
  );
  return ex.ended;
}

/** The run does not end over an action that is on its way or that nobody knows about. */
async function returned(ex: Execution, end: () => Promise<void>): Promise<void> {
  if (ex.isOver || ex.codeReturned) return;
  ex.codeReturned = true;
  try {
    await ex.pending.whenActionsIdle();
    const blocked = ex.pending.blockedEnd();
    await (blocked === null ? end() : ex.end(blocked));
  } catch (error) {
    ex.crashed(error);
  }
}

async function finish(ex: Execution, output: unknown): Promise<void> {
  const forgotten = await findForgottenAction(ex);
  if (forgotten !== null) return ex.end({ kind: "blocked", cause: "code_changed", ...forgotten });
  keepCaught(ex);
  try {
    const text = ex.around.backend.encode(output, "The run's result");
    await ex.end({ kind: "finished", output: text });
  } catch (error) {
    if (!(error instanceof ValueRefused)) throw error;
    await fail(ex, error);
  }
}

async function fail(ex: Execution, error: unknown): Promise<void> {
  const { name, message, ...rest } = stepError(error);
  await ex.end({ kind: "failed", error: { name, message, ...rest }, text: message === "" ? name : message });
}

/** An action that an earlier execution began, and that this version of the code never asked about. */
async function findForgottenAction(ex: Execution): Promise<{ text: string; actionIds: string[] } | null> {
  if (!ex.isLater) return null;
  const { run } = ex.claimed;
  const unsettled = await ex.persist(() => ex.around.backend.unsettledActions(run.id));
  const forgotten = unsettled.find(({ actionId }) => !ex.askedActionIds.has(actionId));
  if (forgotten === undefined) return null;
  return { text: neverAsked(ex, forgotten), actionIds: [forgotten.actionId] };
}
