"use client";

import { useQuery } from "@tanstack/react-query";
import { ActionMarks } from "@/components/ledger/action-marks";
import { actionSentence } from "@/components/ledger/action-sentence";
import { CheckButton } from "@/components/ledger/check-button";
import type { JudgedAction } from "@/components/ledger/judged-action";
import { ProposalButton } from "@/components/ledger/proposal-button";
import { ReviseButton } from "@/components/ledger/revise-button";
import { SettleButton } from "@/components/ledger/settle-button";
import { ActionState } from "@/components/ledger/state";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { QueryLiveChip } from "@/components/shell/query-live-chip";
import { CopyableId } from "@/components/ui/copyable-id";
import { LedTo } from "@/components/ui/led-to";
import { shortId } from "@/components/ui/short-id";
import { SkeletonLines } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { actionQueries } from "@/lib/client/action-queries";
import { ApiError } from "@/lib/client/api";
import { paths } from "@/lib/client/paths";
import { isDisputed, isDouble, isMisfit } from "@/lib/ledger/action";
import type { Role } from "@/lib/progress/validation";
import { ActionPanels } from "./action-panels";
import { NoSuchAction } from "./no-such-action";

/** The buttons that runbooks and links lead to. */
const ledTo = ["check", "settle"];

const crumbs = [{ href: paths.actions(), label: "Actions" }];

export function ActionScreen({ actionId, role }: { actionId: string; role: Role }) {
  const query = useQuery(actionQueries.one(actionId));
  const { data, error } = query;
  if (data === undefined) {
    const code = error instanceof ApiError ? error.code : null;
    return (
      <>
        <PageHeader title={`Action ${shortId("act", actionId)}`} crumbs={crumbs} />
        {code === "action_not_found" || code === "bad_id" ? (
          <NoSuchAction malformed={code === "bad_id"} />
        ) : error ? (
          <QueryError what="this action" query={query} />
        ) : (
          <SkeletonLines lines={8} label="Loading the action" />
        )}
      </>
    );
  }
  const { record, run } = data;
  const { action } = record;
  return (
    <>
      <PageHeader
        crumbs={crumbs}
        state={
          <span className="flex flex-wrap items-center gap-1">
            <ActionState value={action.state} />
            <ActionMarks
              isDouble={isDouble(action)}
              avoided={record.avoided.filter(({ wrong }) => wrong === null).length}
            />
          </span>
        }
        title={actionSentence(action)}
        facts={
          <>
            <CopyableId value={action.id} label={shortId("act", action.id)} path={paths.action(action.id)} />
            <span className="font-mono text-xs">{action.type}</span>
            <Revisions action={action} revisions={data.revisions} />
            {run ? (
              <span>
                Run <TextLink href={paths.run(run.id)}>{run.subject ?? action.logicalRunId ?? run.workflow}</TextLink>
              </span>
            ) : (
              <span>Called without a run</span>
            )}
          </>
        }
        live={<QueryLiveChip query={query} />}
        actions={
          <>
            <CheckButton id="check" record={record} role={role} />
            <ProposalButton record={record} role={role} variant="primary" />
            <SettleButton
              id="settle"
              record={record}
              role={role}
              variant={isDisputed(action) && record.proposal === null ? "primary" : "secondary"}
            />
            {isCorrectable(record) ? <ReviseButton record={record} near={null} role={role} /> : null}
          </>
        }
      />
      <LedTo ids={ledTo} />
      <ActionPanels role={role} view={data} readAt={query.dataUpdatedAt} />
    </>
  );
}

/** Refused by its destination, or, once a person had edited it, by its own type before anything was sent. */
const isCorrectable = ({ action, attempts }: JudgedAction): boolean =>
  action.state === "refused" || isMisfit(action, attempts);

/** Of one business key only one revision is live: the others lead to it. */
function Revisions({
  action,
  revisions,
}: {
  action: { id: string; revision: number };
  revisions: readonly { id: string; revision: number; live: boolean }[];
}) {
  const others = revisions.filter(({ id }) => id !== action.id);
  if (others.length === 0) return null;
  return (
    <span>
      Revision {action.revision};{" "}
      {others.map(({ id, revision, live }) => (
        <TextLink key={id} href={paths.action(id)} className="mr-2">
          revision {revision}
          {live ? " is the live one" : ""}
        </TextLink>
      ))}
    </span>
  );
}
