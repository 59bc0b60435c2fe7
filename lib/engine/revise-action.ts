/**
 * A person replaces an action by a revision: with the payload that an ask brought, or with a corrected one. The former
 * is never sent again, or was never sent; asks resolve to the revision and its stored payload is what leaves.
 */

import type { Action } from "@/lib/ledger/action";
import type { ReviseRefusal } from "@/lib/ledger/near-miss";
import { payloadOf } from "./action-intent";
import { type Applied, type CommandAnswer, command } from "./command";
import type { Operator } from "./command-store";
import { deliverOutbox } from "./deliver-outbox";
import type { Engine } from "./engine";
import { nextRevision } from "./next-revision";
import { differenceOf } from "./payload-difference";

export type ReviseAsk = {
  actionId: string;
  /** Version that the person saw. */
  version: number;
  /** The ask that differs and is let in with it; null for a correction of the person's own. */
  nearMissId: string | null;
  /** Any JSON; undefined for exactly what that ask brought. */
  payload?: unknown;
  reason: string;
  nonce: string;
  operator: Operator;
};

export type Revised = { actionId: string; revision: number };

/** Throws InputRefused and PayloadRefused for a payload that cannot be kept exactly. */
export async function reviseAction(engine: Engine, ask: ReviseAsk): Promise<CommandAnswer<Revised>> {
  const record = await engine.ledger.readAction(ask.actionId);
  if (record === null) return { ok: false, code: "action_not_found", message: "There is no such action." };
  const near = record.nearMisses.find(({ id, kind }) => id === ask.nearMissId && kind === "other_payload") ?? null;
  const asked = ask.payload === undefined && near?.payload ? JSON.parse(near.payload) : ask.payload;
  const isThere = asked !== undefined && (ask.nearMissId === null || near !== null);
  const made = isThere ? payloadOf(engine, asked) : null;
  const { action } = record;
  const differs = differenceOf(record.payload, made?.text ?? null);
  return command<Revised>(
    engine,
    {
      nonce: ask.nonce,
      kind: "revise",
      objectKind: "action",
      objectId: action.id,
      operator: ask.operator,
      reason: ask.reason,
      shown: { differs },
      before: { state: action.state, revision: action.revision, fingerprint: action.fingerprint },
    },
    async (): Promise<Applied<Revised>> => {
      if (made === null) {
        return { ok: false, code: "near_miss_not_found", message: "There is no such payload to revise it with." };
      }
      if (record.payload !== null && differs.length === 0) {
        return { ok: false, code: "nothing_differs", message: "This payload is the one it has already." };
      }
      return revise(engine, ask, action, { ...made, accepts: near?.fingerprint ?? null });
    },
  );
}

async function revise(
  engine: Engine,
  ask: ReviseAsk,
  action: Action,
  made: { fingerprint: string; text: string; accepts: string | null },
): Promise<Applied<Revised>> {
  if (action.purgedAt !== null) return refused("details_purged");
  if (action.live && action.version !== ask.version) return refused("changed_meanwhile");
  const revised = await engine.ledger.revise({
    ...(await nextRevision(engine, action, ask.nonce)),
    fingerprint: made.fingerprint,
    payload: made.text,
    accepts: made.accepts,
    by: ask.operator.name,
    reason: ask.reason,
  });
  if (!revised.revised) return refused(revised.why);
  await deliverOutbox(engine);
  const { id, revision, state, fingerprint } = revised.action;
  return { ok: true, actionId: id, revision, after: { state, revision, fingerprint, actionId: id } };
}

const sentences: Record<ReviseRefusal | "action_not_found" | "changed_meanwhile" | "details_purged", string> = {
  action_not_found: "There is no such action.",
  changed_meanwhile: "Something happened to it since you opened this. Look at it, then decide again.",
  details_purged: "Its retention ended, and its run can never go on: nothing would send the revision. Start a new run.",
  not_settled: "Nobody knows yet whether it happened. Settle it first: the former may still take effect.",
  incident: "Its evidence contradicts itself. Settle it first.",
  replaced: "A newer revision replaced it. Look at that one.",
};

const refused = (code: keyof typeof sentences): Applied<Revised> => ({ ok: false, code, message: sentences[code] });
