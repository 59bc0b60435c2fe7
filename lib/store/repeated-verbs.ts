/** A connection that is lost during a verb leaves open whether it was done; verbs given to this are safe to ask again. */

import { repeatWhenLost } from "./database-repeat";

/** Only for verbs that answer a repeat as the first time. */
export function repeatedWhenLost<T extends object>(verbs: T): T {
  const entries = Object.entries(verbs).map(([name, verb]) => [
    name,
    (...args: unknown[]) => repeatWhenLost(() => verb(...args)),
  ]);
  // Each verb is under its own name, with its own arguments and answer.
  return Object.fromEntries(entries) as T;
}
