/** Names, objects and occurrences: what rows are found by. */

import { OptionRefused } from "./errors";

/** As long as the stores keep them. */
const bytesMax = 255;

/** Throws OptionRefused. A number is the same identifier as its text. */
export function identifier(what: string, value: string | number): string {
  if (typeof value === "number" && !Number.isSafeInteger(value)) {
    throw new OptionRefused(`${what} is the number ${value}, which may stand for several. Give it as text.`);
  }
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text === "") throw new OptionRefused(`${what} is empty.`);
  if (text.includes("\u0000") || !text.isWellFormed()) throw new OptionRefused(`${what} holds NUL or broken Unicode.`);
  const bytes = Buffer.byteLength(text);
  if (bytes > bytesMax) throw new OptionRefused(`${what} has ${bytes} bytes; at most ${bytesMax} are kept.`);
  return text;
}
