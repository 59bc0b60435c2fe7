"use client";

import { actionSentence } from "@/components/ledger/action-sentence";
import { CheckButton } from "@/components/ledger/check-button";
import type { JudgedAction } from "@/components/ledger/judged-action";
import { NextLookUpLine } from "@/components/ledger/next-look-up-line";
import { ProposalButton } from "@/components/ledger/proposal-button";
import { ProposalLine } from "@/components/ledger/proposal-line";
import { SettleButton } from "@/components/ledger/settle-button";
import { VerdictCell } from "@/components/ledger/verdict-cell";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import { isDisputed } from "@/lib/ledger/action";
import { nextLookUp } from "@/lib/ledger/look-up";
import type { Role } from "@/lib/progress/validation";

/** One action that only a person can clear up: what it would do, how urgent it is, what was asked already, and the ways out. */
export function DeskRow({ record, now, role }: { record: JudgedAction; now: number; role: Role }) {
  const { action, probes, proposal } = record;
  // Its group says so once for all of them.
  const optedOut = action.declaration.probe?.automatic === false;
  const disputed = isDisputed(action);
  const last = probes.filter(({ finishedAt }) => finishedAt !== null).at(-1);
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-80">
        <p className="font-medium">
          <TextLink href={paths.action(action.id)}>{actionSentence(action)}</TextLink>
        </p>
        <p className="text-xs text-muted">
          first tried <Timestamp at={action.firstBegunAt ?? action.createdAt} kind="relative" now={now} />
          {action.runId === null ? (
            ", without a run"
          ) : (
            <>
              , run <TextLink href={paths.run(action.runId)}>{action.logicalRunId ?? "without a name"}</TextLink>
            </>
          )}
        </p>
        <div className="mt-1.5 flex flex-col gap-1">
          <VerdictCell verdict={record.verdict} record={record} now={now} />
          {last?.finishedAt ? (
            <p className="text-xs text-muted">
              {last.askedBy} asked, answered <Timestamp at={last.finishedAt} kind="relative" now={now} />: {last.detail}
            </p>
          ) : null}
          {optedOut || disputed ? null : <NextLookUpLine next={nextLookUp(record, now)} now={now} />}
          {proposal ? <ProposalLine proposal={proposal} /> : null}
        </div>
      </div>
      <div className="flex flex-wrap items-start gap-2 max-sm:w-full max-sm:*:flex-1">
        <ProposalButton size="sm" variant="primary" record={record} role={role} />
        {disputed ? null : <CheckButton size="sm" record={record} role={role} />}
        <SettleButton
          size="sm"
          record={record}
          role={role}
          variant={disputed && proposal === null ? "primary" : "secondary"}
        />
      </div>
    </li>
  );
}
