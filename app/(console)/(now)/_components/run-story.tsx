"use client";

import type { z } from "zod";
import { CheckButton } from "@/components/ledger/check-button";
import { ProposalButton } from "@/components/ledger/proposal-button";
import { ProposalLine } from "@/components/ledger/proposal-line";
import { SettleButton } from "@/components/ledger/settle-button";
import { ResumeButton } from "@/components/progress/resume-button";
import { RunState } from "@/components/progress/state";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import type { NowView } from "@/lib/api/contract/views";
import { paths } from "@/lib/client/paths";
import { isDisputed } from "@/lib/ledger/action";
import type { Role } from "@/lib/progress/validation";
import { RunWayOut } from "../../_components/run-way-out";
import { StoryRow } from "./story-row";

export type Story = z.output<typeof NowView>["stopped"][number];

/** A run that stopped. What helps comes first: an open question about an action, then a payload that does not fit, then a resume. */
export function RunStory({
  story,
  role,
  now,
  planOpen,
  onPlanOpenChange,
  onSettleOpenChange,
}: {
  story: Story;
  role: Role;
  now: number;
  planOpen: boolean;
  onPlanOpenChange: (open: boolean) => void;
  onSettleOpenChange: (open: boolean) => void;
}) {
  const { run, answers, ledger } = story;
  const { wayOut } = answers.retry;
  const unknown =
    ledger.find(({ action }) => isDisputed(action)) ?? ledger.find(({ action }) => action.state === "unknown");
  const held = run.cause === "outcome_unknown" && unknown !== undefined;
  return (
    <StoryRow
      state={<RunState value={run.state} />}
      title={<TextLink href={paths.run(run.id)}>{run.subject ?? run.logicalRunId}</TextLink>}
      since={
        <>
          {run.workflow} · since <Timestamp at={answers.stopped.since} kind="relative" now={now} />
        </>
      }
      progress={answers.stopped.sentence}
      actions={
        <>
          {answers.attempted.sentence}
          {unknown?.proposal ? <ProposalLine proposal={unknown.proposal} /> : null}
        </>
      }
      retry={answers.retry.sentence}
      buttons={
        <>
          {unknown ? <OpenQuestion record={unknown} role={role} onSettleOpenChange={onSettleOpenChange} /> : null}
          <RunWayOut
            wayOut={wayOut}
            ledger={ledger}
            role={role}
            variant={unknown ? "secondary" : "primary"}
            onOpenChange={onSettleOpenChange}
          />
          {held ? null : (
            <ResumeButton
              run={run}
              role={role}
              variant={unknown || wayOut ? "secondary" : "primary"}
              open={planOpen}
              onOpenChange={onPlanOpenChange}
            />
          )}
        </>
      }
    />
  );
}

function OpenQuestion({
  record,
  role,
  onSettleOpenChange,
}: {
  record: Story["ledger"][number];
  role: Role;
  onSettleOpenChange: (open: boolean) => void;
}) {
  if (record.proposal) {
    return <ProposalButton record={record} role={role} variant="primary" onOpenChange={onSettleOpenChange} />;
  }
  return record.verdict.kind === "verify_first" ? (
    <CheckButton record={record} role={role} variant="primary" />
  ) : (
    <SettleButton record={record} role={role} variant="primary" onOpenChange={onSettleOpenChange} />
  );
}
