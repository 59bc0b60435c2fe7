import { classLook, incidentLook, severityWords } from "@/components/review/incident-state";
import type { IncidentView } from "@/lib/api/contract/incident";

type Line = Pick<IncidentView["history"][number], "kind" | "before" | "after">;

/** What a line of history says after the name: "resolved it". */
export function changeWords({ kind, before, after }: Line): string {
  switch (kind) {
    case "opened":
      return `opened it as ${labelOf(classLook, after)}`;
    case "state":
      return after === "open" ? "reopened it" : `said: ${labelOf(incidentLook, after)}`;
    case "class":
      return `put it from ${labelOf(classLook, before)} to ${labelOf(classLook, after)}`;
    case "severity":
      return `changed its severity from ${labelOf(severityWords, before)} to ${labelOf(severityWords, after)}`;
    case "owner":
      return after === null ? "gave it back" : "took it";
    case "note":
      return "noted";
  }
}

function labelOf(words: Record<string, { label: string }>, value: string | null): string {
  const label = words[value ?? ""]?.label ?? value ?? "nothing";
  return /^S\d$/.test(label) ? label : label.toLowerCase();
}
