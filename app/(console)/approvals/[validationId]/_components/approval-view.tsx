"use client";

import { useState } from "react";
import { ValidationState } from "@/components/progress/state";
import { PageHeader } from "@/components/shell/page-header";
import { type Freshness, QueryLiveChip } from "@/components/shell/query-live-chip";
import { JsonView } from "@/components/ui/json-view";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { useServerNow } from "@/components/ui/server-clock";
import { TextLink } from "@/components/ui/text-link";
import { paths } from "@/lib/client/paths";
import { standingApprovals, whyMayNotDecide } from "@/lib/progress/validation";
import { AlreadyDone } from "./already-done";
import { DecideDialog, type DecideVerdict } from "./decide-dialog";
import { DecisionBar } from "./decision-bar";
import { HeldActionPanel } from "./held-action-panel";
import { StageBanner } from "./stage-banner";
import { approvalCrumbs, type Reader, stageOf, type ValidationView } from "./view";
import { WhatFollows } from "./what-follows";

type Props = { view: ValidationView; query: Freshness; reader: Reader };

export function ApprovalView({ view, query, reader }: Props) {
  const { validation, run, actions, changed, alreadyDone } = view;
  const now = useServerNow(view.now, query.dataUpdatedAt);
  const forbidden = whyMayNotDecide(validation, run.requestedBy, reader);
  const stage = stageOf(validation, forbidden === null, now);
  const undecided = stage === "open" || stage === "not_yours";
  const [asked, setAsked] = useState<{ verdict: DecideVerdict; opening: number } | null>(null);
  const [open, setOpen] = useState(false);
  const [tooLate, setTooLate] = useState<string | null>(null);
  const ask = (verdict: DecideVerdict) => {
    setAsked({ verdict, opening: (asked?.opening ?? 0) + 1 });
    setOpen(true);
  };
  return (
    <>
      <PageHeader
        crumbs={approvalCrumbs}
        state={
          <ValidationState
            value={stage === "expired" ? "expired" : validation.state}
            given={standingApprovals(validation).length}
          />
        }
        title={validation.ask}
        facts={
          <>
            <span>
              Asked by {run.workflow}, version {run.workflowVersion}
            </span>
            {validation.fourEyes ? (
              <span>
                Four eyes:{" "}
                {run.requestedBy === null ? "nobody is known to have asked for it" : "not whoever asked for it"}
              </span>
            ) : null}
            <span>
              Run <TextLink href={paths.run(run.id)}>{run.subject ?? run.logicalRunId}</TextLink>
            </span>
            <span>
              Step <TextLink href={paths.run(run.id, { step: validation.stepName })}>{validation.stepName}</TextLink>
            </span>
          </>
        }
        live={
          <QueryLiveChip query={query} over={stage !== "open" && actions.every((a) => a.action.settledAt !== null)} />
        }
      />
      <div className={undecided ? "grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]" : "max-w-4xl"}>
        <div className="flex min-w-0 flex-col gap-4">
          {tooLate === null ? null : (
            <Notice tone="attention" live="alert" title="Your decision was not taken">
              {tooLate}
            </Notice>
          )}
          <StageBanner stage={stage} view={view} now={now} forbidden={forbidden} />
          {actions.map((record, index) => (
            <HeldActionPanel
              key={record.action.id}
              record={record}
              changed={changed.find(({ actionId }) => actionId === record.action.id)}
              position={index + 1}
              count={actions.length}
            />
          ))}
          {validation.kind === "answer" ? (
            <Panel title="What it asks about">
              <JsonView label="Shown by the run" value={validation.shown} defaultOpen />
            </Panel>
          ) : null}
          <AlreadyDone actions={alreadyDone} />
        </div>
        {undecided ? (
          <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-[calc(var(--bar-height)+1rem)]">
            <WhatFollows view={view} />
            {stage === "open" ? <DecisionBar query={query} onAsk={ask} /> : null}
          </div>
        ) : null}
      </div>
      {asked === null ? null : (
        <DecideDialog
          key={asked.opening}
          verdict={asked.verdict}
          view={view}
          open={open && stage === "open"}
          onOpenChange={setOpen}
          onTooLate={setTooLate}
        />
      )}
    </>
  );
}
