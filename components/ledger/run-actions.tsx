"use client";

import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import { CopyableId } from "@/components/ui/copyable-id";
import { Duration } from "@/components/ui/duration";
import { EmptyState } from "@/components/ui/empty-state";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import type { Role } from "@/lib/progress/validation";
import { ActionMarks } from "./action-marks";
import { actionSentence } from "./action-sentence";
import { CheckButton } from "./check-button";
import { actionAnchor, type JudgedAction } from "./judged-action";
import { Operation } from "./operation";
import { isOpenQuestion } from "./press";
import { SettleButton } from "./settle-button";
import { ActionState } from "./state";
import { VerdictCell } from "./verdict-cell";

/** The ledger of one run: what it did outside, and what may be done again. Links jump to a row by `action-{id}`. */
export function RunActions({ actions, now, role }: { actions: readonly JudgedAction[]; now: number; role: Role }) {
  const columns: Column<JudgedAction>[] = [
    {
      key: "state",
      header: "Outcome",
      card: "title",
      cell: ({ action, avoided }) => (
        <span className="flex flex-wrap items-center gap-1">
          <ActionState value={action.state} />
          <ActionMarks contradicted={action.contradictedAt !== null} avoided={avoided.length} />
          <span className="sr-only">: {actionSentence(action)}</span>
        </span>
      ),
    },
    { key: "operation", header: "Operation", card: "plain", cell: ({ action }) => <Operation action={action} /> },
    { key: "destination", header: "Destination", cell: ({ action }) => action.declaration.title },
    {
      key: "key",
      header: "Key",
      cell: ({ action }) => <CopyableId value={action.providerKey} label={`${action.providerKey.slice(0, 9)}…`} />,
    },
    { key: "attempts", header: "Attempts", align: "end", cell: ({ attempts }) => attempts.length },
    {
      key: "first",
      header: "First tried",
      cell: ({ action }) =>
        action.firstBegunAt === null ? <None>not sent</None> : <Timestamp at={action.firstBegunAt} kind="clock" />,
    },
    {
      key: "settled",
      header: "Settled",
      cell: ({ action }) => <Settled firstBegunAt={action.firstBegunAt} settledAt={action.settledAt} now={now} />,
    },
    {
      key: "verdict",
      header: "Verdict on resume",
      cell: ({ verdict }) => <VerdictCell verdict={verdict} now={now} />,
    },
    {
      key: "press",
      header: <span className="sr-only">Buttons</span>,
      align: "end",
      card: "plain",
      cell: (record) =>
        isOpenQuestion(record) ? (
          <span className="relative z-1 flex justify-end gap-1.5 max-sm:justify-start max-sm:pt-1">
            <CheckButton size="sm" record={record} role={role} />
            <SettleButton size="sm" record={record} role={role} />
          </span>
        ) : null,
    },
  ];
  return (
    <DataTable
      caption="Actions of this run, in the order they were declared"
      columns={columns}
      rows={actions}
      rowKey={({ action }) => action.id}
      rowId={({ action }) => actionAnchor(action.id)}
      rowHref={({ action }) => paths.action(action.id)}
      rowClass={(record) => (isOpenQuestion(record) ? "bg-attention-soft/50" : undefined)}
      empty={
        <EmptyState title="No action yet">
          This run has neither sent nor planned anything outside. What its plain steps may have sent is not known here.
        </EmptyState>
      }
    />
  );
}

function Settled({
  firstBegunAt,
  settledAt,
  now,
}: {
  firstBegunAt: number | null;
  settledAt: number | null;
  now: number;
}) {
  if (firstBegunAt === null) return <None>–</None>;
  if (settledAt !== null) {
    return (
      <span>
        after <Duration from={firstBegunAt} to={settledAt} />
      </span>
    );
  }
  return (
    <span>
      open for <Duration from={firstBegunAt} now={now} />
    </span>
  );
}

const None = ({ children }: { children: string }) => <span className="text-faint">{children}</span>;
