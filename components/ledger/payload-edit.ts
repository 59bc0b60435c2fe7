/** What an approver may change in a payload by hand: its own texts, numbers and yes-or-no values, keeping their kind. */

import { labelOf } from "./payload-fields";

export type EditableField = { name: string; label: string; kind: "text" | "number" | "boolean"; value: string };

/** Texts as typed, by the name of the field. */
export type Changes = Readonly<Record<string, string>>;

export type EditedPayload = { ok: true; payload: unknown; changed: boolean } | { ok: false; why: string };

const kinds = { string: "text", number: "number", boolean: "boolean" } as const;

/** Empty for what is no object: that is changed by the workflow, not by hand. */
export function editableFields(json: string): EditableField[] {
  return Object.entries(objectOf(json) ?? {}).flatMap(([name, value]) => {
    const kind = kinds[typeof value as keyof typeof kinds];
    return kind === undefined ? [] : [{ name, label: labelOf(name), kind, value: String(value) }];
  });
}

export function editedPayload(json: string, changes: Changes): EditedPayload {
  const payload: Record<string, unknown> = { ...objectOf(json) };
  let changed = false;
  for (const field of editableFields(json)) {
    const typed = changes[field.name];
    if (typed === undefined || typed === field.value) continue;
    if (field.kind === "number" && (typed.trim() === "" || !Number.isFinite(Number(typed)))) {
      return { ok: false, why: `${field.label} must be a number.` };
    }
    if (field.kind === "boolean" && typed !== "true" && typed !== "false") {
      return { ok: false, why: `${field.label} must be true or false.` };
    }
    payload[field.name] = field.kind === "text" ? typed : field.kind === "number" ? Number(typed) : typed === "true";
    changed = true;
  }
  return { ok: true, payload, changed };
}

function objectOf(json: string): Record<string, unknown> | null {
  const value: unknown = JSON.parse(json);
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
