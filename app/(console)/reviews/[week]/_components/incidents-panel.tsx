"use client";

import { Chip } from "@/components/ui/chip";
import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";
import { visibleText } from "@/components/ui/visible-text";
import { classWords } from "@/lib/review/class-words";
import { lengthText, plural } from "@/lib/review/figure-text";
import { incidentStateWords } from "@/lib/review/review-words";
import type { Content } from "./review-view";

type Incident = Content["incidents"][number];

export function IncidentsPanel({ incidents }: { incidents: readonly Incident[] }) {
  return (
    <Panel title="Incidents" note={plural(incidents.length, "incident")} flush>
      {incidents.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted">No rule found one in this week, and nobody opened one by hand.</p>
      ) : (
        <ul className="divide-y">
          {incidents.map((incident) => (
            <li key={incident.id} className="px-4 py-2.5 text-sm print:break-inside-avoid">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Chip emphasis="outline">{incident.severity.toUpperCase()}</Chip>
                <span className="min-w-0 flex-1 basis-72 font-medium break-words">{visibleText(incident.title)}</span>
                <Chip>{classWords[incident.class]}</Chip>
                <Chip emphasis="outline" tone={incident.state === "open" ? "attention" : "neutral"}>
                  {incidentStateWords[incident.state]}
                </Chip>
              </div>
              <p className="mt-1 text-xs text-muted">{factsOf(incident).join(" · ")}</p>
              <p className="text-xs text-muted">
                since <Timestamp at={incident.startedAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function factsOf(incident: Incident): string[] {
  const { startedAt, openedAt, closedAt } = incident;
  return [
    incident.openedBy === null ? "found by a rule" : `opened by ${incident.openedBy}`,
    `noticed after ${lengthText(Math.max(0, openedAt - startedAt))}`,
    closedAt === null ? "not resolved" : `resolved after ${lengthText(Math.max(0, closedAt - startedAt))}`,
    plural(incident.runs, "run"),
    plural(incident.actions, "action"),
    incident.owner === null ? "nobody owns it" : `owned by ${incident.owner}`,
  ];
}
