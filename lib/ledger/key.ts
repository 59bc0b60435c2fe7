/**
 * The business key names one intention from stable business ids, before any model text exists. The provider key is an
 * HMAC over it: equal in all attempts, equal again after a database restore, and it tells the destination nothing.
 */

/** In place of the logical run id, where no run asks; no run can have it. */
export const noRun = "";

export type KeyParts = { type: string; object: string; logicalRunId: string; occurrence: string };

/** Lengths before the parts keep `a|b`,`c` and `a`,`b|c` apart. */
export function businessKey(parts: KeyParts): string {
  return [parts.type, parts.object, parts.logicalRunId, parts.occurrence]
    .map((part) => `${part.length}:${part}`)
    .join("|");
}

/** The same key as people read it: "T-1041 · crm.note · desk-event-88121". */
export function readableKey(parts: KeyParts): string {
  const key = `${parts.object} · ${parts.type} · ${parts.logicalRunId}`;
  return parts.occurrence === "" ? key : `${key} · ${parts.occurrence}`;
}

/** `hmac` returns lower-case hex of HMAC-SHA-256 under the deployment's ledger secret. */
export function providerKey(hmac: (text: string) => string, key: string, revision: number): string {
  return `rp_${hmac(`${key}#${revision}`).slice(0, 40)}`;
}

/** What a read-back looks for in the destination's record; short enough for any reference field. */
export const markerOf = (key: string): string => `reprise:${key.slice(3, 23)}`;
