import type { z } from "zod";
import { KeyValues } from "@/components/ui/key-values";
import { Panel } from "@/components/ui/panel";
import type { SettingsView } from "@/lib/api/contract/settings";

/** What goes when, and what never goes: nobody should be surprised by a payload that is no longer there. */
export function RetentionPanel({ retention }: { retention: z.output<typeof SettingsView>["retention"] }) {
  const { payloadDays, recordDays } = retention;
  return (
    <Panel title="Retention" note="counted from the end of a run">
      <KeyValues
        stacked
        items={[
          {
            key: "payloads",
            label: `After ${payloadDays} days`,
            value:
              "Payloads and stored answers of its actions go, and the results between its first and its last. The run can no longer be resumed.",
          },
          {
            key: "records",
            label: `After ${recordDays} days`,
            value:
              "Everything about it goes: run, keys, fingerprints, outcomes and times. Later where a destination still merges repeats of a key.",
          },
          {
            key: "never",
            label: "Never",
            value: "A run that is not over, and any run with an action whose outcome is unknown or contradicts itself.",
          },
          {
            key: "set",
            label: "Set by",
            value: (
              <>
                <code>RETENTION_PAYLOAD_DAYS</code> and <code>RETENTION_RECORD_DAYS</code>. To see what would go, and
                what stays and why, run <code className="whitespace-nowrap">npm run purge -- --dry-run</code>.
              </>
            ),
          },
        ]}
      />
    </Panel>
  );
}
