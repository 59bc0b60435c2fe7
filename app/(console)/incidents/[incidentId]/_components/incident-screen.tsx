"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { FollowedSteps } from "@/components/review/followed-steps";
import { IncidentButtons } from "@/components/review/incident-buttons";
import { IncidentClassMark, IncidentState, Severity } from "@/components/review/incident-state";
import { costWords, placeWords, reachWords } from "@/components/review/incident-words";
import { RunbookLink } from "@/components/review/runbook-link";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { QueryLiveChip } from "@/components/shell/query-live-chip";
import { CopyableId } from "@/components/ui/copyable-id";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { shortId } from "@/components/ui/short-id";
import { SkeletonLines } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { ApiError } from "@/lib/client/api";
import { incidentQueries } from "@/lib/client/incident-queries";
import { paths } from "@/lib/client/paths";
import type { Role } from "@/lib/progress/validation";
import { EvidencePanel } from "./evidence-panel";
import { FactsPanel } from "./facts-panel";
import { HistoryPanel } from "./history-panel";
import { RulePanel } from "./rule-panel";

const crumbs = [{ href: paths.incidents(), label: "Incidents" }];

export function IncidentScreen({ incidentId, role, userId }: { incidentId: string; role: Role; userId: string }) {
  const query = useQuery(incidentQueries.one(incidentId));
  const { data, error } = query;
  if (data === undefined) {
    const code = error instanceof ApiError ? error.code : null;
    return (
      <>
        <PageHeader title={`Incident ${shortId("inc", incidentId)}`} crumbs={crumbs} />
        {code === "incident_not_found" || code === "bad_id" ? (
          <EmptyState
            icon={<SearchX aria-hidden />}
            title={code === "bad_id" ? "This is not an incident's id" : "There is no such incident"}
            actions={<LinkButton href={paths.incidents()}>All incidents</LinkButton>}
          >
            The address may be wrong, or the incident belongs to another console.
          </EmptyState>
        ) : error ? (
          <QueryError what="this incident" query={query} />
        ) : (
          <SkeletonLines lines={8} label="Loading the incident" />
        )}
      </>
    );
  }
  const { incident, nextId } = data;
  const inVain = costWords(incident.cost);
  return (
    <>
      <PageHeader
        crumbs={crumbs}
        state={
          <span className="flex flex-wrap items-center gap-1">
            <IncidentState value={incident.state} />
            <Severity value={incident.severity} />
          </span>
        }
        title={incident.title}
        facts={
          <>
            <CopyableId value={incident.id} label={shortId("inc", incident.id)} path={paths.incident(incident.id)} />
            <IncidentClassMark value={incident.class} />
            <span>{placeWords(incident.place)}</span>
            <span>
              Seen {reachWords(incident)}
              {inVain ? `; in vain: ${inVain}` : ""}
            </span>
          </>
        }
        live={<QueryLiveChip query={query} />}
        actions={<IncidentButtons incident={incident} role={role} userId={userId} nextId={nextId} />}
      />
      <div className="flex flex-col gap-4">
        {nextId ? (
          <Notice tone="attention" title="It was seen again">
            After it was over it was opened anew.{" "}
            <TextLink href={paths.incident(nextId)}>Go on with the newer one</TextLink>
          </Notice>
        ) : null}
        <div className="flex flex-col gap-4 lg:grid lg:grid-cols-2 lg:items-start">
          <RulePanel view={data} />
          <FactsPanel incident={incident} />
        </div>
        <div className="rounded-lg border bg-surface px-4 py-2">
          <RunbookLink
            pointer={data.runbooks}
            about={{ incident: incident.id }}
            none="No runbook fits this incident: write down what helps."
          />
        </div>
        <FollowedSteps steps={data.followed} about={{ incident: incident.id }} />
        <EvidencePanel incident={incident} evidence={data.evidence} />
        <HistoryPanel history={data.history} />
      </div>
    </>
  );
}
