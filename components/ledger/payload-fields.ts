/**
 * A payload as labelled fields, for people who decide on it. Nothing is shortened: what does not fit into fields is
 * given as JSON, and the raw JSON stands beside it in any case.
 */

export type PayloadField = { path: string; label: string; value: string; kind: "text" | "code" | "empty" };

/** Deeper values are rare and read better as JSON than as a label of four words. */
const depthMax = 3;
/** More fields than this are a document, not a form. */
export const fieldsMax = 60;

export type PayloadView =
  | { kind: "fields"; fields: PayloadField[]; left: number; value: unknown }
  | { kind: "unreadable"; text: string };

export function payloadView(json: string): PayloadView {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { kind: "unreadable", text: json };
  }
  const fields = fieldsOf(value, [], []);
  return { kind: "fields", fields: fields.slice(0, fieldsMax), left: Math.max(0, fields.length - fieldsMax), value };
}

function fieldsOf(value: unknown, path: string[], labels: string[]): PayloadField[] {
  const children = path.length < depthMax ? childrenOf(value) : null;
  if (children !== null) {
    return children.flatMap(([name, child]) => fieldsOf(child, [...path, name], [...labels, labelOf(name)]));
  }
  return [{ path: path.join("."), label: labels.join(" · ") || "Value", ...shown(value) }];
}

/** Null for what is one field: scalars, empty containers, lists of scalars. */
function childrenOf(value: unknown): [string, unknown][] | null {
  if (typeof value !== "object" || value === null) return null;
  if (!Array.isArray(value)) {
    const entries = Object.entries(value);
    return entries.length === 0 ? null : entries;
  }
  const onlyScalars = value.every((item) => typeof item !== "object" || item === null);
  return onlyScalars ? null : value.map((item, index) => [String(index + 1), item]);
}

function shown(value: unknown): Pick<PayloadField, "value" | "kind"> {
  if (value === null) return { value: "none", kind: "empty" };
  if (value === "") return { value: "empty", kind: "empty" };
  if (typeof value === "string") return { value, kind: "text" };
  if (typeof value === "boolean") return { value: value ? "yes" : "no", kind: "text" };
  if (typeof value === "number") return { value: String(value), kind: "text" };
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) {
    return value.length === 0
      ? { value: "empty list", kind: "empty" }
      : { value: value.map(String).join(", "), kind: "text" };
  }
  return { value: JSON.stringify(value), kind: "code" };
}

/** "customerId" → "Customer id", "due_at" → "Due at", "1" → "1". */
export function labelOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
