/** A UUIDv7: ordered by time, and within a millisecond by when it was made (RFC 9562, method 1). */

import { randomFillSync } from "node:crypto";

// Ids are made a dozen times per run; the operating system is asked for randomness once per 256 of them.
const pool = Buffer.alloc(16 * 256);
let used = pool.length;
let lastMs = 0;
let countInMs = 0;

export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + 16);
  used += 16;
  const nowMs = Math.max(lastMs, Date.now());
  countInMs = nowMs === lastMs ? countInMs + 1 : 0;
  // Twelve bits count; a millisecond that needs more borrows the next one.
  lastMs = countInMs > 0xfff ? nowMs + 1 : nowMs;
  countInMs &= 0xfff;
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | countInMs, 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return hyphenated(bytes.toString("hex"));
}

export const hyphenated = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
