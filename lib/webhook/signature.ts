/**
 * Signs and verifies messages as the Standard Webhooks specification says: HMAC-SHA-256 over id, time and body, so that
 * none of the three can be changed, and an old message cannot be sent again later.
 */

import { createHmac, timingSafeEqual } from "node:crypto";

export type SignedHeaders = { id: string; timestamp: string; signature: string };

const secretPrefix = "whsec_";
/** Bytes; the bounds of the specification. */
const secretMin = 24;
const secretMax = 64;
/** How far the two clocks may be apart, and how long a message that somebody recorded can be played again. */
const toleranceMs = 5 * 60 * 1000;

/** The key inside "whsec_" + base64; null for what is no such secret. */
export function webhookKey(secret: string): Buffer | null {
  const text = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : "";
  const key = Buffer.from(text, "base64");
  // Node skips what is not base64, which would make a shorter key than the other side's.
  const isExact = key.toString("base64").replace(/=+$/, "") === text.replace(/=+$/, "");
  return isExact && key.length >= secretMin && key.length <= secretMax ? key : null;
}

export function sign(key: Buffer, message: { id: string; at: number; body: string }): SignedHeaders {
  const timestamp = String(Math.floor(message.at / 1000));
  return { id: message.id, timestamp, signature: `v1,${mac(key, message.id, timestamp, message.body)}` };
}

export type VerifyRefusal = "headers_missing" | "time_unreadable" | "too_old" | "from_the_future" | "forged";
export type Verified = { verified: true } | { verified: false; why: VerifyRefusal };

/** Several signatures, separated by spaces, are what a sender gives while its secret changes: one must fit. */
export function verify(
  key: Buffer,
  headers: { [name in keyof SignedHeaders]: string | null },
  body: string,
  now: number,
): Verified {
  const { id, timestamp, signature } = headers;
  if (!id || !timestamp || !signature) return { verified: false, why: "headers_missing" };
  if (!/^\d{1,12}$/.test(timestamp)) return { verified: false, why: "time_unreadable" };
  const expected = Buffer.from(mac(key, id, timestamp, body));
  const fits = signature.split(" ").some((candidate) => {
    const given = Buffer.from(candidate.startsWith("v1,") ? candidate.slice(3) : "");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!fits) return { verified: false, why: "forged" };
  // After the signature: what a forger says of time is worth nothing.
  const aheadMs = Number(timestamp) * 1000 - now;
  if (Math.abs(aheadMs) <= toleranceMs) return { verified: true };
  return { verified: false, why: aheadMs > 0 ? "from_the_future" : "too_old" };
}

const mac = (key: Buffer, id: string, timestamp: string, body: string): string =>
  createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
