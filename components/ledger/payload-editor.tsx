"use client";

import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { differences, type Json } from "@/lib/ledger/fingerprint";
import { Differences } from "./differences";
import { type Changes, type EditableField, editableFields, editedPayload } from "./payload-edit";

/** Longer texts are read in several lines. */
const shortMax = 80;

type Props = { payload: string; typed: Changes; onTyped: (typed: Changes) => void };

/** The fields that may be changed by hand, and below them what that changes, with both values. */
export function PayloadEditor({ payload, typed, onTyped }: Props) {
  return (
    <div className="flex flex-col gap-3">
      {editableFields(payload).map((field) => (
        <EditField
          key={field.name}
          field={field}
          value={typed[field.name] ?? field.value}
          onValue={(value) => onTyped({ ...typed, [field.name]: value })}
        />
      ))}
      <Changed payload={payload} typed={typed} />
    </div>
  );
}

function EditField({
  field,
  value,
  onValue,
}: {
  field: EditableField;
  value: string;
  onValue: (value: string) => void;
}) {
  const isLong = field.kind === "text" && (field.value.length > shortMax || field.value.includes("\n"));
  return isLong ? (
    <TextArea label={field.label} rows={2} value={value} onChange={(event) => onValue(event.target.value)} />
  ) : (
    <TextField label={field.label} value={value} onChange={(event) => onValue(event.target.value)} />
  );
}

function Changed({ payload, typed }: Omit<Props, "onTyped">) {
  const edited = editedPayload(payload, typed);
  if (!edited.ok || !edited.changed) return null;
  // The edited payload is made of a parsed one, so it is JSON as well.
  const found = differences(JSON.parse(payload) as Json, edited.payload as Json);
  return (
    <div aria-live="polite">
      <p className="mb-2 text-sm font-medium">Instead of what was asked, this is sent:</p>
      <Differences differences={found} before="Asked" after="Sent" />
    </div>
  );
}
