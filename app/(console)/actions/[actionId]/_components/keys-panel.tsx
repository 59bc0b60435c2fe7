import { CopyableId } from "@/components/ui/copyable-id";
import { KeyValues } from "@/components/ui/key-values";
import { Panel } from "@/components/ui/panel";
import type { Action } from "@/lib/ledger/action";
import { readableKey } from "@/lib/ledger/key";

/** What makes two asks the same action, in words and exactly. */
export function KeysPanel({ action, className }: { action: Action; className?: string }) {
  const { type, object, occurrence, logicalRunId } = action;
  return (
    <Panel title="Keys" className={className}>
      <KeyValues
        stacked
        items={[
          {
            key: "readable",
            label: "Business key",
            value: readableKey({ type, object, occurrence, logicalRunId: logicalRunId ?? "no run" }),
          },
          { key: "exact", label: "… exactly", value: <CopyableId value={action.businessKey} /> },
          { key: "provider", label: "Key sent along", value: <CopyableId value={action.providerKey} /> },
          { key: "marker", label: "Marker", value: <CopyableId value={action.marker} /> },
          { key: "fingerprint", label: "Fingerprint", value: <CopyableId value={action.fingerprint} /> },
          { key: "revision", label: "Revision", value: action.revision },
        ]}
      />
    </Panel>
  );
}
