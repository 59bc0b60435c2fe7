import { KeyValues } from "@/components/ui/key-values";
import { Panel } from "@/components/ui/panel";
import type { IncidentView } from "@/lib/api/contract/incident";

/** Why this is an incident, and what helps: the rule in its own words. */
export function RulePanel({ view }: { view: IncidentView }) {
  const { rule, incident } = view;
  if (rule === null) {
    return (
      <Panel title="Why this is an incident">
        <p className="text-sm">{incident.openedBy} opened it by hand. No rule had noticed it.</p>
      </Panel>
    );
  }
  return (
    <Panel title="Why this is an incident">
      <div className="flex flex-col gap-3">
        <p className="text-sm">{rule.sentence}</p>
        <KeyValues
          stacked
          items={[
            { key: "next", label: "What helps", value: rule.next },
            { key: "source", label: "Found in", value: rule.source },
            { key: "severity", label: "Severity", value: rule.severity },
          ]}
        />
      </div>
    </Panel>
  );
}
