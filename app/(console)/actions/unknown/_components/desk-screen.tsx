"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheckBig } from "lucide-react";
import { atStart } from "@/components/ledger/destination-title";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { QueryLiveChip } from "@/components/shell/query-live-chip";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { useServerNow } from "@/components/ui/server-clock";
import { SkeletonLines } from "@/components/ui/skeleton";
import { destinationQueries } from "@/lib/client/destination-queries";
import { paths } from "@/lib/client/paths";
import type { Role } from "@/lib/progress/validation";
import { BulkCheck } from "./bulk-check";
import { Contradictions } from "./contradictions";
import { DeskGroup } from "./desk-group";
import type { DeskView } from "./desk-view";

/** All actions that only a person can clear up: what contradicts itself, then the unknown ones as something runs out. */
export function DeskScreen({ role }: { role: Role }) {
  const query = useQuery(destinationQueries.desk());
  const { data, error } = query;
  return (
    <>
      <PageHeader
        crumbs={[{ href: paths.actions(), label: "Actions" }]}
        title="Unknown outcomes"
        facts="What may or may not have happened outside. First what may have happened twice; then what can still be sent again safely and not for long; then what has been unknown the longest."
        live={<QueryLiveChip query={query} />}
      />
      {data ? (
        <Desk view={data} readAt={query.dataUpdatedAt} role={role} />
      ) : error ? (
        <QueryError what="the unknown outcomes" query={query} />
      ) : (
        <SkeletonLines lines={8} label="Loading the unknown outcomes" />
      )}
    </>
  );
}

function Desk({ view, readAt, role }: { view: DeskView; readAt: number; role: Role }) {
  const now = useServerNow(view.now, readAt);
  const shown = view.groups.reduce((sum, { records }) => sum + records.length, 0);
  return (
    <div className="flex flex-col gap-5">
      {view.checks.map((check) => (
        <BulkCheck key={check.commandId} check={check} />
      ))}
      <Contradictions records={view.disputed} now={now} role={role} />
      {view.groups.length + view.disputed.length === 0 ? (
        <EmptyState
          icon={<CircleCheckBig aria-hidden />}
          title="No outcome is unknown"
          actions={<LinkButton href={paths.actions()}>All actions</LinkButton>}
        >
          Of everything that was sent it is known whether it happened, and that it happened once.
        </EmptyState>
      ) : null}
      {view.groups.map((group) => (
        <DeskGroup
          key={`${group.destination} ${group.cause}`}
          group={group}
          held={view.holds.some(({ name }) => name === group.destination)}
          checking={view.checks.some(
            ({ destination, items }) => destination === group.destination && items.some(isOpen),
          )}
          now={now}
          role={role}
        />
      ))}
      {view.count > shown ? (
        <Notice tone="info" title={`${shown} of ${view.count} are shown`}>
          The most urgent ones; the others follow as these are settled.
        </Notice>
      ) : null}
      {view.holds.map(({ name, title }) => (
        <Notice key={name} tone="attention" title={`${atStart(title)} is held`}>
          What is settled as not happened there waits for the release before it is sent.
        </Notice>
      ))}
    </div>
  );
}

const isOpen = ({ look }: DeskView["checks"][number]["items"][number]): boolean =>
  look?.state === "queued" || look?.state === "running";
