/** Declares a type of action: where it goes, what it carries, how it is sent and looked up. Reusable by any workflow. */

import type { Destination } from "@/lib/ledger/destination";
import type { Attempt, ProbeAnswer, ProbeAttempt } from "./attempt/attempt";
import { declarationOf } from "./destination";
import { OptionRefused } from "./errors";
import { identifier } from "./identifier";
import { type RetryOptions, retryPolicy } from "./retry-options";
import { misfit, parseWith, type Schema } from "./schema";

export type ActionDeclaration<P, R> = {
  destination: Destination;
  payload: Schema<P>;
  /**
   * Sends it once. Returning means that the destination has it; the returned JSON is kept with the action. Throw
   * `NotSent` or `Refused` for what is proven; after any other error nobody knows, and nothing is sent again.
   */
  perform: (attempt: Attempt<P>) => R | Promise<R>;
  /** Looks it up by the marker. Needed exactly when the destination declares a probe. */
  probe?: (attempt: ProbeAttempt) => ProbeAnswer | Promise<ProbeAnswer>;
  /** Dotted paths that may differ between two asks of the same action, such as "sentAt". */
  volatileFields?: readonly string[];
  /** For actions of this type that do not bring their own. */
  retry?: RetryOptions;
};

export type ActionType<P = unknown, R = unknown> = {
  type: string;
  destination: Destination;
  volatileFields: readonly string[];
  retry: RetryOptions | undefined;
  perform: (attempt: Attempt<P>) => R | Promise<R>;
  probe: ((attempt: ProbeAttempt) => ProbeAnswer | Promise<ProbeAnswer>) | null;
  /** Why a payload that a person made of `asked` is none of this type, in words; null when it is one. */
  misfitOf(edited: unknown, asked: unknown): string | null;
  /**
   * One action of this type: for a business object, such as a ticket id, with its payload. `occurrence` tells several
   * for the same object apart. Throws what the payload's schema throws.
   */
  of(object: string | number, payload: P, options?: { occurrence?: string | number }): ActionRequest<R>;
};

// A list of them may mix payloads; each request carries its own action, so the payload's type never leaves it.
// biome-ignore lint/suspicious/noExplicitAny: P is both given and taken, so no other type accepts every action
export type AnyAction = ActionType<any, unknown>;

export type ActionRequest<R = unknown> = {
  action: AnyAction & { perform: (attempt: Attempt<never>) => R | Promise<R> };
  object: string;
  occurrence: string;
  payload: unknown;
};

/** Throws OptionRefused when the destination's probe and the code's do not go together, and for a retry that is none. */
export function action<P, R>(type: string, declared: ActionDeclaration<P, R>): ActionType<P, R> {
  const { probe = null, payload: schema } = declared;
  const target = declarationOf(declared.destination);
  if ((target.probe === null) !== (probe === null)) {
    throw new OptionRefused(
      `${type}: a probe needs both, its code here and its declaration at the destination ${target.name}.`,
    );
  }
  retryPolicy(declared.retry);
  const made: ActionType<P, R> = {
    type: identifier("The action's type", type),
    destination: target,
    volatileFields: declared.volatileFields ?? [],
    retry: declared.retry,
    perform: declared.perform,
    probe,
    misfitOf: (edited, asked) => misfit(schema, edited, asked),
    of: (object, payload, { occurrence } = {}) => ({
      action: made,
      object: identifier(`The object of ${type}`, object),
      occurrence: occurrence === undefined ? "" : identifier(`The occurrence of ${type}`, occurrence),
      payload: parseWith(schema, payload),
    }),
  };
  return made;
}
