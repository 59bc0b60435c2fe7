import { JsonView } from "@/components/ui/json-view";
import { KeyValues } from "@/components/ui/key-values";
import { Notice } from "@/components/ui/notice";
import { Timestamp } from "@/components/ui/timestamp";
import { visibleText } from "@/lib/visible-text";
import { type PayloadField, payloadView } from "./payload-fields";

/** Exactly what is sent: labelled fields first, then the JSON itself. */
export function Payload({ json, bytes, purgedAt }: { json: string | null; bytes: number; purgedAt: number | null }) {
  if (json === null) {
    return (
      <Notice tone="neutral" title="The payload was removed">
        {purgedAt === null ? "Its retention ended" : <>Its retention ended on {<Timestamp at={purgedAt} />}</>}, and the
        stored answer went with it. The key, the fingerprint, the outcome and all times are kept: a repeat of it is
        still recognised.
      </Notice>
    );
  }
  const view = payloadView(json);
  if (view.kind === "unreadable") {
    return <pre className="overflow-x-auto font-mono text-xs whitespace-pre-wrap">{visibleText(view.text)}</pre>;
  }
  return (
    <div className="flex flex-col gap-3">
      <KeyValues
        stacked
        items={view.fields.map((field) => ({ key: field.path, label: field.label, value: <Value field={field} /> }))}
      />
      {view.left > 0 ? <p className="text-sm text-muted">{view.left} more fields stand in the raw JSON.</p> : null}
      <JsonView label="Raw JSON" note={`${bytes} bytes`} value={view.value} />
    </div>
  );
}

function Value({ field }: { field: PayloadField }) {
  if (field.kind === "empty") return <span className="text-faint">{field.value}</span>;
  if (field.kind === "code") return <code className="font-mono text-xs break-all">{visibleText(field.value)}</code>;
  return <span className="whitespace-pre-wrap">{visibleText(field.value)}</span>;
}
