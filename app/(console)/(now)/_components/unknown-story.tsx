"use client";

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
import type { Role } from "@/lib/progress/validation";
import { StoryRow } from "./story-row";

/** An action whose outcome nobody knows, while its run did not stop or there is none. */
export function UnknownStory({ record, role, now }: { record: JudgedAction; role: Role; now: number }) {
  const { action, verdict } = record;
  return (
    <StoryRow
      state={<ActionState value={action.state} />}
      title={<TextLink href={paths.action(action.id)}>{actionSentence(action)}</TextLink>}
      since={<Timestamp at={action.firstBegunAt ?? action.createdAt} kind="relative" now={now} />}
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
