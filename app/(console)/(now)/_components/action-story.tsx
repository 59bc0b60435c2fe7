"use client";

import { ActionMarks } from "@/components/ledger/action-marks";
import { actionSentence } from "@/components/ledger/action-sentence";
import { CheckButton } from "@/components/ledger/check-button";
import type { JudgedAction } from "@/components/ledger/judged-action";
import { ProposalButton } from "@/components/ledger/proposal-button";
import { ProposalLine } from "@/components/ledger/proposal-line";
import { SettleButton } from "@/components/ledger/settle-button";
import { ActionState } from "@/components/ledger/state";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import { isDisputed, isDouble } from "@/lib/ledger/action";
import type { Role } from "@/lib/progress/validation";
import { StoryRow } from "./story-row";

/** An action that is unknown or contradicts itself, while its run did not stop or there is none. */
export function ActionStory({ record, role, now }: { record: JudgedAction; role: Role; now: number }) {
  const { action, verdict } = record;
  const since = isDisputed(action) ? action.contradictedAt : action.firstBegunAt;
  return (
    <StoryRow
      state={
        <>
          <ActionState value={action.state} />
          <ActionMarks isDouble={isDouble(action)} avoided={0} />
        </>
      }
      title={<TextLink href={paths.action(action.id)}>{actionSentence(action)}</TextLink>}
      since={<Timestamp at={since ?? action.createdAt} kind="relative" now={now} />}
      progress={
        action.runId === null ? (
          "No run: a call guarded by itself."
        ) : (
          <>
            Its run did not stop here. <TextLink href={paths.run(action.runId)}>See how far it got</TextLink>
          </>
        )
      }
      actions={
        <>
          {verdict.reasons[0]?.text ?? "Its outcome is unknown."}
          {record.proposal ? <ProposalLine proposal={record.proposal} /> : null}
        </>
      }
      buttons={
        record.proposal ? (
          <ProposalButton record={record} role={role} variant="primary" />
        ) : verdict.kind === "verify_first" ? (
          <CheckButton record={record} role={role} variant="primary" />
        ) : (
          <SettleButton record={record} role={role} variant="primary" />
        )
      }
    />
  );
}
