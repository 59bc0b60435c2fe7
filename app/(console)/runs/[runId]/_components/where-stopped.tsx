"use client";

import type { ReactNode } from "react";
import { ExecutionState } from "@/components/progress/state";
import { nothingSelected, type Selection, useSelection } from "@/components/progress/timeline/timeline-view";
import { rowElementId } from "@/components/progress/timeline/tree-keys";
import { Duration } from "@/components/ui/duration";
import { type KeyValue, KeyValues } from "@/components/ui/key-values";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import { isQuiet } from "@/lib/progress/execution";
import { blockedByPayload, runIsOver } from "@/lib/progress/run";
import { Answer } from "./answer";
import type { RunView } from "./run-view";

/** The first answer: progress only. */
export function WhereStopped({ view }: { view: RunView }) {
  const { stopped } = view.answers;
  const { run } = view.progress;
  const moving = run.state === "running";
  return (
    <Answer question={moving ? "Where is it?" : "Where did it stop?"} sentence={stopped.sentence}>
      <KeyValues className="gap-x-3 gap-y-0.5" items={facts(view, runIsOver(run.state))} />
    </Answer>
  );
}

function facts(view: RunView, over: boolean): KeyValue[] {
  const { stopped } = view.answers;
  const { run, steps, checkpoints, lease, executions } = view.progress;
  const step = steps.findLast(({ name, supersededBy }) => name === stopped.stepName && supersededBy === null);
  const checkpoint = checkpoints.find(({ number }) => number === stopped.lastCheckpoint?.number);
  const asked = run.waitsFor.validationIds[0];
  const differs = blockedByPayload(run) ? run.waitsFor.actionIds[0] : undefined;
  const holder = executions.findLast((execution) => execution.state === "alive");
  const quiet = lease !== null && holder !== undefined && isQuiet(holder, lease.renewedAt, run.leaseMs, view.now);
  return [
    {
      key: "step",
      label: "Step",
      value: step ? (
        <RowLink
          selection={{ ...nothingSelected, step: step.id, exec: step.executionId }}
          rowId={`step:${step.id}:${step.executionId}`}
        >
          {step.name}
        </RowLink>
      ) : null,
    },
    {
      key: "checkpoint",
      label: "Last checkpoint",
      value: checkpoint ? (
        <>
          <RowLink
            selection={{ ...nothingSelected, checkpoint: checkpoint.number }}
            rowId={`checkpoint:${checkpoint.id}`}
          >
            {checkpoint.number}, after {checkpoint.stepName}
          </RowLink>{" "}
          <Timestamp at={checkpoint.createdAt} className="text-xs text-muted" />
        </>
      ) : (
        "none"
      ),
    },
    {
      key: "since",
      label: over ? "Ended" : run.state === "running" ? "Last sign" : "Since",
      value: (
        <>
          <Timestamp at={stopped.since} />
          {over ? null : (
            <span className="text-xs text-muted">
              , <Duration from={stopped.since} now={Math.max(view.now, stopped.since)} />
            </span>
          )}
        </>
      ),
    },
    { key: "waker", label: "Goes on when", value: stopped.waker },
    {
      key: "approval",
      label: "Approval",
      value: asked ? <TextLink href={paths.approval(asked)}>look and decide</TextLink> : null,
    },
    {
      key: "mismatch",
      label: "Payload differs",
      value: differs ? <TextLink href={paths.action(differs)}>keep the stored outcome, or revise</TextLink> : null,
    },
    { key: "wake", label: "At", value: run.wakeAt === null ? null : <Timestamp at={run.wakeAt} /> },
    {
      key: "holder",
      label: "Lease of",
      value: stopped.holder ? (
        <span className="flex flex-wrap items-center gap-x-2">
          {stopped.holder.workerName}
          <ExecutionState value={quiet ? "quiet" : "alive"} />
          <span className="text-xs text-muted">
            heartbeat <Timestamp at={stopped.holder.renewedAt} kind="clock" className="min-h-0" />, lease until{" "}
            <Timestamp at={stopped.holder.expiresAt} kind="clock" className="min-h-0" />
          </span>
        </span>
      ) : over ? null : (
        "nobody"
      ),
    },
  ];
}

/** To the row of the timeline that says the same. */
function RowLink({ selection, rowId, children }: { selection: Selection; rowId: string; children: ReactNode }) {
  const [, setSelection] = useSelection();
  return (
    <button
      type="button"
      onClick={() => {
        void setSelection(selection);
        const row = document.getElementById(rowElementId(rowId));
        row?.scrollIntoView({ block: "center" });
        row?.focus();
      }}
      className="rounded-sm text-left text-link underline decoration-link/35 underline-offset-2 hover:decoration-link"
    >
      {children}
    </button>
  );
}
