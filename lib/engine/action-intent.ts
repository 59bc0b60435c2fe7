/** Turns what the code asked for into an action with its keys and fingerprint. */

import type { Destination } from "@/lib/ledger/destination";
import { canonicalForm } from "@/lib/ledger/fingerprint";
import { businessKey, markerOf, noRun, providerKey } from "@/lib/ledger/key";
import type { Holder, NewAction } from "@/lib/ledger/store";
import type { Engine } from "./engine";
import { checkIdentifier, checkJson } from "./limits";

export type ActionIntent = {
  type: string;
  /** The business object, such as a ticket id. A number is the same as its text. */
  object: string;
  /** Tells repeated asks for the same object apart; "" for the only one. */
  occurrence: string;
  payload: unknown;
  volatileFields: readonly string[];
  declaration: Destination;
  needsGrant: boolean;
};

/** A note or a message; whatever is larger is sent by reference. */
const payloadMaxBytes = 2 * 1024 * 1024;

const secrets = new WeakMap<Engine, Promise<string>>();

export async function newAction(
  engine: Engine,
  ask: { holder: Holder | null; logicalRunId: string | null; intent: ActionIntent; actionId: string },
): Promise<NewAction> {
  const { intent } = ask;
  checkIdentifier("The action type", intent.type);
  checkIdentifier("The business object", intent.object);
  if (intent.occurrence !== "") checkIdentifier("The occurrence", intent.occurrence);
  const { fingerprint, text: payload } = payloadOf(engine, intent.payload, intent.volatileFields);
  const key = businessKey({ ...intent, logicalRunId: ask.logicalRunId ?? noRun });
  const provider = await providerKeyOf(engine, key, 1);
  return {
    id: ask.actionId,
    runId: ask.holder?.runId ?? null,
    logicalRunId: ask.logicalRunId,
    type: intent.type,
    object: intent.object,
    occurrence: intent.occurrence,
    businessKey: key,
    providerKey: provider,
    marker: markerOf(provider),
    fingerprint,
    payload,
    declaration: intent.declaration,
    needsGrant: intent.needsGrant,
  };
}

/** Equal for a revision however often it is asked for. */
export async function providerKeyOf(engine: Engine, key: string, revision: number): Promise<string> {
  const secret = await ledgerSecret(engine);
  return providerKey((text) => engine.hash.hmac(secret, text), key, revision);
}

/** As it will be sent, and the fingerprint an approval binds to. Throws InputRefused and PayloadRefused. */
export function payloadOf(engine: Engine, payload: unknown, volatileFields: readonly string[] = []) {
  return {
    fingerprint: engine.hash.sha256(canonicalForm(payload, volatileFields)),
    text: checkJson(payload, payloadMaxBytes, "The payload"),
  };
}

function ledgerSecret(engine: Engine): Promise<string> {
  let secret = secrets.get(engine);
  if (secret === undefined) {
    secret = engine.ledger.secret();
    secrets.set(engine, secret);
    // A failed read must be tried again, not remembered.
    secret.catch(() => secrets.delete(engine));
  }
  return secret;
}
