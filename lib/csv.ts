/** CSV (RFC 4180) that a spreadsheet opens as what it is. */

export type Cell = string | number | null;

export const csvText = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((cells) => `${cells.map(cellText).join(",")}\r\n`).join("");

/**
 * What a spreadsheet would take for a formula: its signs, also in full width, and also behind blanks or control
 * characters, which some of them skip. Numbers are no text and stay numbers.
 */
const formula = /^([\t\r\n]|[^\p{L}\p{N}]*[=+\-@＝＋－＠])/u;

/** Text like a formula begins with an apostrophe. */
export function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
