/** Characters that leave no trace on a screen, NUL above all, as the pictures that Unicode has for them. */
export const visibleText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be shown
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, (unseen) =>
    unseen === "\u007f" ? "␡" : String.fromCharCode(0x2400 + unseen.charCodeAt(0)),
  );

/** Depth is bounded where values come in. */
export function visibleJson(value: unknown): unknown {
  if (typeof value === "string") return visibleText(value);
  if (Array.isArray(value)) return value.map(visibleJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [visibleText(name), visibleJson(field)]));
}
