/**
 * The fingerprint says whether two requests carry the same payload. It hashes a versioned canonical form: object keys
 * sorted by code unit, arrays in order, numbers as JSON writes them, volatile fields left out. It is taken from the
 * request, never from what a database gives back.
 */

export const fingerprintVersion = 1;
const depthMax = 64;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export class PayloadRefused extends Error {
  override name = "PayloadRefused";
  constructor(
    readonly code: "too_deep" | "number_not_safe" | "not_json" | "lone_surrogate",
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}

/** `volatileFields` are dotted paths such as "sentAt" or "meta.requestId". Throws PayloadRefused with the path. */
export function canonicalForm(payload: unknown, volatileFields: readonly string[] = []): string {
  return `v${fingerprintVersion}:${write(payload, "", 0, new Set(volatileFields))}`;
}

/** `before` or `after` is undefined where that payload has nothing at the path. */
export type Difference = { path: string; before: Json | undefined; after: Json | undefined };

/** Dotted paths at which two payloads differ; empty when their canonical forms are equal. */
export const differingPaths = (before: Json | undefined, after: Json | undefined): string[] =>
  differences(before, after).map(({ path }) => path);

export function differences(before: Json | undefined, after: Json | undefined, path = ""): Difference[] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(byCodeUnit);
    return names.flatMap((name) => differences(own(before, name), own(after, name), join(path, name)));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const longest = Math.max(before.length, after.length);
    return Array.from({ length: longest }, (_, i) => differences(before[i], after[i], `${path}[${i}]`)).flat();
  }
  const same = Object.is(before, after) || (before === 0 && after === 0);
  return same ? [] : [{ path: path === "" ? "(whole payload)" : path, before, after }];
}

function write(value: unknown, path: string, depth: number, left: ReadonlySet<string>): string {
  const isContainer = typeof value === "object" && value !== null;
  if (depth > depthMax || (depth === depthMax && isContainer))
    throw new PayloadRefused("too_deep", path, `Nested deeper than ${depthMax} levels at ${path}.`);
  switch (typeof value) {
    case "string":
      return writeText(value, path);
    case "number":
      return writeNumber(value, path);
    case "boolean":
      return value ? "true" : "false";
    case "object": {
      if (value === null) return "null";
      if (Array.isArray(value)) {
        // Not map: it would skip holes, and "[1,,2]" is no JSON.
        return `[${Array.from(value, (item, i) => write(item, `${path}[${i}]`, depth + 1, left)).join(",")}]`;
      }
      return writeObject(value as Record<string, unknown>, path, depth, left);
    }
    default:
      throw new PayloadRefused("not_json", path, `A ${typeof value} cannot be sent as JSON, at ${path || "the top"}.`);
  }
}

function writeObject(value: Record<string, unknown>, path: string, depth: number, left: ReadonlySet<string>): string {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new PayloadRefused("not_json", path, `Only plain objects can be sent as JSON, at ${path || "the top"}.`);
  }
  const fields = Object.keys(value)
    .filter((name) => value[name] !== undefined && !left.has(join(path, name)))
    .sort(byCodeUnit)
    .map((name) => `${writeText(name, path)}:${write(value[name], join(path, name), depth + 1, left)}`);
  return `{${fields.join(",")}}`;
}

function writeText(text: string, path: string): string {
  if (text.isWellFormed()) return JSON.stringify(text);
  throw new PayloadRefused("lone_surrogate", path, `Text that is not valid Unicode at ${path || "the top"}.`);
}

function writeNumber(value: number, path: string): string {
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
    throw new PayloadRefused(
      "number_not_safe",
      path,
      `${value} at ${path || "the top"} cannot be kept exactly. Send it as a string.`,
    );
  }
  return Object.is(value, -0) ? "0" : String(value);
}

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const join = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);
const own = (value: { readonly [key: string]: Json }, name: string): Json | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined;
const isObject = (value: unknown): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
