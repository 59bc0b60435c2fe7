/**
 * An action: begun in the ledger before a byte leaves, sent once, reported, then kept as the step's result. Whatever the
 * ledger cannot vouch for ends here: the run is blocked and a person or a look-up decides.
 */

import { stepIdentity } from "@/lib/progress/step";
import type { ActionRequest } from "../action";
import { OccurrenceRequired } from "../errors";
import { retryPolicy } from "../retry-options";
import type { ActionOptions, Approval } from "../run";
import { ask, occurrenceOf, refuseNested } from "./ask";
import { askApproval } from "./ask-validation";
import type { Execution } from "./execution";
import { actionOccurrence, actionText } from "./intent";
import { actionShape, type KeptAction, type KeptValidation } from "./kept-result";
import { SendOnce } from "./send-once";

export function askAction<R>(
  ex: Execution,
  request: ActionRequest<R>,
  options: Pick<ActionOptions, "approval" | "retry"> = {},
): Promise<Awaited<R>> {
  refuseNested(`run.action("${request.action.type}")`);
  return sendAll(ex, [request], options).then(([result]) => result as Awaited<R>);
}

/** In order, after one approval for all of them if there is one. Throws OptionRefused for a retry that is none. */
export async function sendAll(
  ex: Execution,
  requests: readonly ActionRequest[],
  { approval, retry }: Pick<ActionOptions, "approval" | "retry">,
): Promise<unknown[]> {
  refuseRepeats(ex, requests);
  retryPolicy(retry);
  const granted = approval && requests.length > 0 ? await askApproval(ex, requests, approval) : null;
  const results: unknown[] = [];
  for (const request of requests) {
    results.push(
      await sendOne(ex, request, { retry, validationId: granted?.validationId ?? null, needsGrant: granted !== null }),
    );
  }
  return results;
}

function sendOne(
  ex: Execution,
  request: ActionRequest,
  options: Pick<ActionOptions, "retry"> & { validationId: string | null; needsGrant: boolean },
): Promise<unknown> {
  const name = request.action.type;
  return ask<unknown>(ex, {
    kind: "action",
    name,
    occurrence: occurrenceOf(ex, name, actionOccurrence(request)),
    shape: actionShape,
    decode: (body) => parse(body).response,
    timeOf: (body) => parse(body).settledAt,
    live: (step) => new SendOnce(ex, step, request, { ...options, approve: (why) => askHeld(ex, request, why) }).run(),
  });
}

/**
 * Where the ledger itself holds an action that the code did not ask an approval for. A name of its own: the code's
 * approvals count up, and a replay that is given the action's result never comes here.
 */
function askHeld(ex: Execution, request: ActionRequest, why: string | null): Promise<KeptValidation> {
  const ask = why ?? `The ledger holds ${actionText(request)}. Send it?`;
  const approval: Approval = { ask, role: "approver", within: "24h" };
  return askApproval(ex, [request], approval, `approval of ${request.action.type}/${actionOccurrence(request)}`);
}

/** Before anything is held: a list that repeats itself is a mistake in the code. */
function refuseRepeats(ex: Execution, requests: readonly ActionRequest[]): void {
  const seen = new Set<string>();
  for (const request of requests) {
    const identity = stepIdentity(request.action.type, actionOccurrence(request));
    if (seen.has(identity) || ex.asked.has(identity)) throw new OccurrenceRequired(actionText(request));
    seen.add(identity);
  }
}

// Written by `SendOnce`, and its hash is right.
const parse = (body: string): KeptAction => JSON.parse(body) as KeptAction;
