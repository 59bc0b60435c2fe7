"use client";

import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/lib/client/paths";
import { isDouble } from "@/lib/ledger/action";
import { nextLookUp } from "@/lib/ledger/look-up";
import type { Role } from "@/lib/progress/validation";
import { ActionMarks } from "./action-marks";
import { actionSentence } from "./action-sentence";
import { AttemptsCell } from "./attempts-cell";
import { CheckButton } from "./check-button";
import { DestinationCell } from "./destination-cell";
import { actionAnchor, type JudgedAction } from "./judged-action";
import { LedgerTime } from "./ledger-time";
import { Missing } from "./missing";
import { NextLookUpLine } from "./next-look-up-line";
import { Operation } from "./operation";
import { isOpenQuestion } from "./press";
import { ProposalButton } from "./proposal-button";
import { ProposalLine } from "./proposal-line";
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
          <ActionMarks isDouble={isDouble(action)} avoided={avoided.filter(({ wrong }) => wrong === null).length} />
          <span className="sr-only">: {actionSentence(action)}</span>
        </span>
      ),
    },
    { key: "operation", header: "Operation", card: "plain", cell: ({ action }) => <Operation action={action} /> },
    { key: "destination", header: "Destination, key", cell: ({ action }) => <DestinationCell action={action} /> },
    {
      key: "attempts",
      header: "Attempts",
      cell: ({ action, attempts }) => <AttemptsCell action={action} count={attempts.length} now={now} />,
    },
    {
      key: "first",
      header: "First tried",
      cell: ({ action }) =>
        action.firstBegunAt === null ? <Missing>not sent</Missing> : <LedgerTime at={action.firstBegunAt} />,
    },
    {
      key: "verdict",
      header: "Verdict on resume",
      cell: (record) => (
        <span className="block">
          <VerdictCell verdict={record.verdict} record={record} now={now} />
          {isOpenQuestion(record) ? <OpenQuestion record={record} role={role} now={now} /> : null}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      wide
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

/** The way out stands beside the verdict that asks for it. */
function OpenQuestion({ record, role, now }: { record: JudgedAction; role: Role; now: number }) {
  const next = nextLookUp(record, now);
  return (
    <span className="relative z-1 mt-1.5 flex flex-wrap gap-1.5">
      {next.at === null ? null : <NextLookUpLine next={next} now={now} />}
      {record.proposal ? <ProposalLine proposal={record.proposal} /> : null}
      <ProposalButton size="sm" record={record} role={role} />
      <CheckButton size="sm" record={record} role={role} />
      <SettleButton size="sm" record={record} role={role} />
    </span>
  );
}
