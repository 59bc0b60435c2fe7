/**
 * JSON that goes into a jsonb column, which can hold neither NUL nor half of a surrogate pair, not even escaped. NUL is
 * kept as in free-text.ts; a lone half, which no reader could show anyway, becomes U+FFFD as it does in plain text.
 */

import { plainText, storedText } from "./free-text";

/** As JSON.stringify writes them. May match too much, never too little. */
const unstorable = /\\u000[01]|\\ud[89a-f]/;

/** For values whose texts are free text; "null" for what JSON cannot say. */
export function storedJson(value: unknown): string {
  const json = JSON.stringify(value) ?? "null";
  return unstorable.test(json) ? JSON.stringify(mapTexts(value, (text) => storedText(text.toWellFormed()))) : json;
}

export function plainJson<T>(stored: T): T {
  // Only the texts inside differ, so the shape is the stored one.
  return mapTexts(stored, plainText) as T;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), mapTexts(item, change)]));
}
