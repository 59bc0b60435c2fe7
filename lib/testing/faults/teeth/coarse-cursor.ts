/** A list's cursor as it would be if times were kept in milliseconds. */

import { cursorText, parseCursor } from "@/lib/store/cursor";

export function coarseCursor(text: string): string {
  const { micros, id } = parseCursor(text);
  return cursorText({ micros: String((BigInt(micros) / 1_000n) * 1_000n), id });
}
