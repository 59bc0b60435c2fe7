/**
 * Text that agents and outside systems wrote, as a screen may show it: what would leave no trace, or would turn the
 * reading order of what stands around it, is shown instead of obeyed.
 */

/** Controls, direction marks, overrides and isolates, line separators, fillers, and the tags in which text can hide. */
const unseen = /\p{Cc}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/gu;

export const visibleText = (text: string): string =>
  text.replace(unseen, (sign: string, at: number) => (isDrawn(sign, text, at) ? sign : pictureOf(sign)));

/** Line ends and tabs are, and so is what a letter or an emoji is made of together with its neighbours. */
function isDrawn(sign: string, text: string, at: number): boolean {
  if (/[\t\n\r]|\p{Variation_Selector}/u.test(sign)) return true;
  // Scripts and emoji that join need joiners; beside plain letters they only hide.
  if (/\u200c|\u200d/.test(sign)) return isForeign(text.charCodeAt(at - 1)) && isForeign(text.charCodeAt(at + 1));
  // A flag is spelled with tags behind a black one.
  return (
    /[\u{e0020}-\u{e007f}]/u.test(sign) &&
    /\u{1f3f4}[\u{e0020}-\u{e007e}]*$/u.test(text.slice(Math.max(0, at - flagMax), at))
  );
}

/** UTF-16 units of the longest flag there is. */
const flagMax = 16;
const isForeign = (unit: number): boolean => unit > 0x7f;

/** ASCII's own by the pictures that Unicode has for them, NUL above all; the others by their code points. */
function pictureOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? "␡" : `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

/** The texts and names inside a value, except under the names in `exact`. Depth is bounded where values come in. */
export function visibleJson(value: unknown, exact: ReadonlySet<string> = new Set()): unknown {
  if (typeof value === "string") return visibleText(value);
  if (Array.isArray(value)) return value.map((item) => visibleJson(item, exact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      visibleText(name),
      exact.has(name) ? field : visibleJson(field, exact),
    ]),
  );
}
