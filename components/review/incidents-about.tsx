"use client";

import { useQuery } from "@tanstack/react-query";
import { Siren } from "lucide-react";
import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import { incidentQueries } from "@/lib/client/incident-queries";
import { paths } from "@/lib/client/paths";
import type { Role } from "@/lib/progress/validation";
import { IncidentClassMark, IncidentState, Severity } from "./incident-state";
import { OpenIncidentButton } from "./open-incident-button";

/** The incidents that a run or an action is evidence of, and the way to open one by hand. */
export function IncidentsAbout({
  about,
  name,
  role,
}: {
  about: { runId: string } | { actionId: string };
  name: string;
  role: Role;
}) {
  const { data, error } = useQuery(incidentQueries.about(about));
  return (
    <Panel
      title="Incidents"
      icon={<Siren aria-hidden />}
      actions={<OpenIncidentButton role={role} name={name} {...about} />}
    >
      {data === undefined ? (
        <p className="text-sm text-muted">{error ? `They could not be read: ${error.message}` : "Reading them…"}</p>
      ) : data.rows.length === 0 ? (
        <p className="text-sm text-muted">It is evidence of none.</p>
      ) : (
        <ul className="flex flex-col gap-2 text-sm">
          {data.rows.map((incident) => (
            <li key={incident.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <IncidentState value={incident.state} />
              <Severity value={incident.severity} />
              <TextLink href={paths.incident(incident.id)}>{incident.title}</TextLink>
              <span className="text-muted">
                <IncidentClassMark value={incident.class} />
              </span>
              <span className="ml-auto text-xs text-muted">
                <Timestamp at={incident.lastSeenAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
