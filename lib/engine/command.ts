/**
 * Runs an operator's command once per click and keeps what came of it, refusals included. The same nonce gets the stored
 * answer again.
 */

import type { Command, CommandKind, Operator } from "./command-store";
import type { Engine } from "./engine";
import { whyMayNot } from "./permissions";

export type CommandRefusal = { ok: false; code: string; message: string; facts?: unknown };
export type CommandAnswer<T> = ({ ok: true } & T) | CommandRefusal;

/** What a command's verb gives back: its answer, and the state it left behind. */
export type Applied<T> = (({ ok: true } & T) | CommandRefusal) & { after?: unknown };

export type CommandAsk = {
  nonce: string;
  kind: CommandKind;
  objectKind: Command["objectKind"];
  objectId: string;
  operator: Operator;
  reason: string | null;
  shown: unknown;
  before: unknown;
};

/**
 * Runs `apply` once per nonce and keeps what came of it, refusals included. An answer that was never stored because
 * the process died is found by its nonce as "accepted", and applied again: every verb behind it is conditional.
 */
export async function command<T extends object>(
  engine: Engine,
  ask: CommandAsk,
  apply: () => Promise<Applied<T>>,
): Promise<CommandAnswer<T>> {
  const accepted = await engine.commands.accept({
    id: ask.nonce,
    kind: ask.kind,
    objectKind: ask.objectKind,
    objectId: ask.objectId,
    by: ask.operator.name,
    role: ask.operator.role,
    reason: ask.reason,
    shown: ask.shown,
    before: ask.before,
  });
  if (!accepted.accepted) {
    const { earlier } = accepted;
    if (earlier.kind !== ask.kind || earlier.objectId !== ask.objectId) {
      return {
        ok: false,
        code: "nonce_reused",
        message: "This click was already used for something else. Reload the page.",
      };
    }
    // The stored answer came from this same function, so it has this shape.
    if (earlier.state !== "accepted") return earlier.answer as CommandAnswer<T>;
  }
  const forbidden = whyMayNot(ask.operator.role, ask.kind);
  const { after = null, ...answer } = forbidden === null ? await apply() : refused<T>("role_missing", forbidden);
  await engine.commands.finish(ask.nonce, { state: answer.ok ? "applied" : "refused", answer, after });
  // Taking `after` out of the union leaves exactly the answer.
  return answer as CommandAnswer<T>;
}

const refused = <T extends object>(code: string, message: string): Applied<T> => ({ ok: false, code, message });
