/**
 * What may enter: identifiers up to 255 bytes without NUL, JSON up to 64 levels deep whose numbers and text can be
 * given back exactly. Checked before anything is stored, and before recursion.
 */

export class InputRefused extends Error {
  override name = "InputRefused";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const identifierMaxBytes = 255;
export const jsonDepthMax = 64;

export function checkIdentifier(name: string, value: string): void {
  if (value === "") throw new InputRefused("identifier_empty", `${name} is empty.`);
  if (value.includes("\u0000")) throw new InputRefused("identifier_has_nul", `${name} holds a NUL character.`);
  if (!value.isWellFormed()) throw new InputRefused("lone_surrogate", `${name} is not valid Unicode.`);
  const bytes = byteLength(value);
  if (bytes > identifierMaxBytes) {
    throw new InputRefused(
      "identifier_too_long",
      `${name} has ${bytes} bytes; at most ${identifierMaxBytes} are kept.`,
    );
  }
}

/** Returns the JSON text. `what` begins the sentence of a refusal. */
export function checkJson(value: unknown, maxBytes: number, what: string): string {
  const writesItself = checkShape(value, what);
  const text = JSON.stringify(value) ?? "null";
  // What an object made of itself is only known now.
  if (writesItself) checkShape(JSON.parse(text), what);
  const bytes = byteLength(text);
  if (bytes > maxBytes) {
    throw new InputRefused("too_large", `${what} has ${bytes} bytes; at most ${maxBytes} are kept.`);
  }
  return text;
}

/** Without recursion, so that no depth can overflow the stack. True when something in it says itself what it becomes. */
function checkShape(top: unknown, what: string): boolean {
  let writesItself = false;
  const left: { value: unknown; depth: number; path: string }[] = [{ value: top, depth: 0, path: "" }];
  for (let item = left.pop(); item !== undefined; item = left.pop()) {
    const { value, depth, path } = item;
    const where = path === "" ? "" : ` at ${path}`;
    // An empty list is a level as well.
    if (depth > jsonDepthMax || (depth === jsonDepthMax && typeof value === "object" && value !== null)) {
      throw new InputRefused("too_deep", `${what} is nested deeper than ${jsonDepthMax} levels.`);
    }
    if (typeof value === "string" && !value.isWellFormed()) {
      throw new InputRefused("lone_surrogate", `${what} holds text that is not valid Unicode${where}.`);
    }
    if (
      typeof value === "number" &&
      (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    ) {
      throw new InputRefused(
        "number_not_safe",
        `${what} holds ${value}${where}, which cannot be kept exactly. Send a string.`,
      );
    }
    if (value instanceof Map || value instanceof Set) {
      const kind = value instanceof Map ? "Map" : "Set";
      throw new InputRefused("not_json", `${what} holds a ${kind}${where}, whose content JSON would lose.`);
    }
    if (typeof value === "bigint" || typeof value === "function" || typeof value === "symbol") {
      throw new InputRefused("not_json", `${what} holds a ${typeof value}${where}, which is not JSON.`);
    }
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) left.push({ value: value[i], depth: depth + 1, path: `${path}[${i}]` });
    } else if (typeof value === "object" && value !== null && "toJSON" in value) {
      writesItself = true;
    } else if (typeof value === "object" && value !== null) {
      for (const [name, field] of Object.entries(value)) {
        if (!name.isWellFormed()) {
          throw new InputRefused("lone_surrogate", `${what} has a field whose name is not valid Unicode${where}.`);
        }
        left.push({ value: field, depth: depth + 1, path: path === "" ? name : `${path}.${name}` });
      }
    }
  }
  return writesItself;
}

/** UTF-8 bytes, counted without allocating a copy. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00) {
      bytes += 4;
      i++;
    } else bytes += 3;
  }
  return bytes;
}
