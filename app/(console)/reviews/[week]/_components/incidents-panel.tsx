"use client";

import { IncidentClassMark, IncidentState, Severity } from "@/components/review/incident-state";
import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { paths } from "@/lib/client/paths";
import { lengthText, plural } from "@/lib/review/figure-text";
import { visibleText } from "@/lib/visible-text";
import { countedStates } from "./figure-href";
import type { Content } from "./review-view";

type Incident = Content["incidents"][number];

export function IncidentsPanel({ content: { incidents, from, to } }: { content: Content }) {
  return (
    <Panel
      title="Incidents"
      note={plural(incidents.length, "incident")}
      flush
      actions={
        <span data-print="off" className="text-sm">
          <TextLink href={paths.incidents({ states: countedStates, from, to })}>Open as a list</TextLink>
        </span>
      }
    >
      {incidents.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted">No rule found one in this week, and nobody opened one by hand.</p>
      ) : (
        <ul className="divide-y">
          {incidents.map((incident) => (
            <li key={incident.id} className="px-4 py-2.5 text-sm print:break-inside-avoid">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Severity value={incident.severity} />
                <TextLink
                  href={paths.incident(incident.id)}
                  className="min-w-0 flex-1 basis-72 break-words no-underline hover:underline"
                >
                  {visibleText(incident.title)}
                </TextLink>
                <IncidentClassMark value={incident.class} />
                <IncidentState value={incident.state} />
              </div>
              <p className="mt-0.5 text-xs text-muted">{factsOf(incident).join(" · ")}</p>
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
    `this week ${plural(incident.runs, "run")} and ${plural(incident.actions, "action")}`,
    incident.owner === null ? "nobody owns it" : `owned by ${incident.owner}`,
  ];
}
