/**
 * Postgres cannot keep the character NUL in text, and what a destination answered or a person pasted may hold one.
 * Free text therefore goes in with NUL escaped by U+0001 and comes out as it was; JSON text needs none of it.
 */

const mark = "\u0001";

export function storedText(text: string): string;
export function storedText(text: string | null): string | null;
export function storedText(text: string | null): string | null {
  return text?.replaceAll(mark, `${mark}1`).replaceAll("\u0000", `${mark}0`) ?? null;
}

export function plainText(text: string): string;
export function plainText(text: string | null): string | null;
export function plainText(text: string | null): string | null {
  return text?.replaceAll(`${mark}0`, "\u0000").replaceAll(`${mark}1`, mark) ?? null;
}
