/** A UUIDv7: ordered by time, so that rows made together lie together (RFC 9562). */

import { randomFillSync } from "node:crypto";

// Ids are made a dozen times per run; the operating system is asked for randomness once per 256 of them.
const pool = Buffer.alloc(16 * 256);
let used = pool.length;

export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + 16);
  used += 16;
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return hyphenated(bytes.toString("hex"));
}

export const hyphenated = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
