/**
 * Reads JSON that came over the wire, and refuses what JSON.parse would change without a word: a field that is given
 * twice, and a number that a double cannot hold exactly. Depth is checked before anything recurses.
 */

import { InputRefused, jsonDepthMax } from "./limits";

/** `what` begins the sentence of a refusal. Throws InputRefused, and SyntaxError for what is no JSON. */
export function parseStrictJson(text: string, what: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Older engines run out of stack before they have read it all.
    if (error instanceof RangeError) throw tooDeep(what);
    throw error;
  }
  // From here on the text is known to be JSON, which is all that the scan relies on.
  scan(text, what);
  return value;
}

type Frame = { keys: Set<string> | null; key: string; index: number };

/** A string, a number, or one of the marks that open, close and separate. Words such as `true` are skipped. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\],:]/g;

function scan(text: string, what: string): void {
  const frames: Frame[] = [];
  let isKey = false;
  for (const [token] of text.matchAll(tokens)) {
    const top = frames.at(-1);
    switch (token[0]) {
      case "{":
      case "[":
        frames.push({ keys: token === "{" ? new Set() : null, key: "", index: 0 });
        if (frames.length > jsonDepthMax) throw tooDeep(what);
        isKey = token === "{";
        break;
      case "}":
      case "]":
        frames.pop();
        isKey = false;
        break;
      case ",":
        if (top) top.index += 1;
        isKey = top?.keys != null;
        break;
      case ":":
        isKey = false;
        break;
      case '"':
        if (isKey && top?.keys) {
          // The same name may be written with other escapes.
          top.key = JSON.parse(token) as string;
          if (top.keys.has(top.key)) {
            const name = pathOf(frames);
            throw new InputRefused("duplicate_key", `${what} gives ${name} twice; only one of them would be kept.`);
          }
          top.keys.add(top.key);
        }
        break;
      default:
        if (!isExact(token)) {
          const where = frames.length === 0 ? "" : ` at ${pathOf(frames)}`;
          throw new InputRefused(
            "number_not_safe",
            `${what} holds ${token.slice(0, 40)}${where}, which cannot be kept exactly. Send a string.`,
          );
        }
    }
  }
}

const tooDeep = (what: string) => new InputRefused("too_deep", `${what} is nested deeper than ${jsonDepthMax} levels.`);

function pathOf(frames: readonly Frame[]): string {
  return frames.reduce((path, { keys, key, index }) => {
    if (keys === null) return `${path}[${index}]`;
    return path === "" ? key : `${path}.${key}`;
  }, "");
}

/** The same digits at the same place as the shortest text of the double that it becomes. */
function isExact(token: string): boolean {
  const value = Number(token);
  return Number.isFinite(value) && decimal(token) === decimal(String(value));
}

/** "-12.50e1" and "-125" are the same decimal: sign, digits without outer zeros, and the exponent of the last one. */
function decimal(text: string): string {
  const [, whole = "", fraction = "", exponent = "0"] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  const place = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${text.startsWith("-") ? "-" : ""}${significant}e${place}`;
}
