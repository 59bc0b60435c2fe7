import { createHash, randomBytes } from "node:crypto";

/** No salt and no slow hash: nobody guesses 256 random bits, and a request must not wait for it. */
export const hashKey = (key: string): string => createHash("sha256").update(key).digest("base64url");

export function newKey(): { key: string; prefix: string; hash: string } {
  const prefix = `rpk_${randomBytes(4).toString("hex")}`;
  const key = `${prefix}_${randomBytes(32).toString("base64url")}`;
  return { key, prefix, hash: hashKey(key) };
}
