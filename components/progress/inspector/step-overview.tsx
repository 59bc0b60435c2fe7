"use client";

import { Duration } from "@/components/ui/duration";
import { KeyValues } from "@/components/ui/key-values";
import { shortId } from "@/components/ui/short-id";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import type { Checkpoint } from "@/lib/progress/checkpoint";
import { retryReasonLabels } from "@/lib/progress/retry";
import type { Step, StepAttempt } from "@/lib/progress/step";
import type { RunRecord } from "@/lib/progress/store";
import { StepState } from "../state";
import { validationText } from "../timeline/row-texts";

const kindText: Record<Step["kind"], string> = {
  step: "step: computed, kept by a checkpoint",
  action: "action: sent outside, kept in the ledger",
  validation: "validation: a person decides",
  sleep: "sleep: waits for a timer",
};

export function StepOverview({
  record,
  step,
  attempts,
  checkpoint,
}: {
  record: RunRecord;
  step: Step;
  attempts: readonly StepAttempt[];
  checkpoint: Checkpoint | null;
}) {
  const numberOf = (executionId: string) => record.executions.find((e) => e.id === executionId)?.number ?? "?";
  const validation = record.validations.find((candidate) => candidate.id === step.validationId);
  const startedAt = Math.min(step.startedAt, attempts[0]?.startedAt ?? step.startedAt);
  return (
    <>
      <KeyValues
        items={[
          { key: "state", label: "State", value: <StepState value={step.state} /> },
          {
            key: "void",
            label: "Void",
            value: step.supersededBy ? `since execution ${numberOf(step.supersededBy)}` : null,
          },
          { key: "kind", label: "Kind", value: kindText[step.kind] },
          { key: "occurrence", label: "Occurrence", value: step.occurrence === "" ? null : step.occurrence },
          { key: "started", label: "Started", value: <Timestamp at={startedAt} /> },
          { key: "ended", label: "Ended", value: step.endedAt ? <Timestamp at={step.endedAt} /> : "not yet" },
          { key: "took", label: "Took", value: step.endedAt ? <Duration from={startedAt} to={step.endedAt} /> : null },
          { key: "next", label: "Next try", value: step.nextTryAt ? <Timestamp at={step.nextTryAt} /> : null },
          { key: "execution", label: "Execution", value: numberOf(step.executionId) },
          {
            key: "checkpoint",
            label: "Checkpoint",
            value: checkpoint ? `${checkpoint.number}` : "none: it runs again in each execution until it has one",
          },
          { key: "ask", label: "Asks", value: validation?.ask },
          { key: "answer", label: "Decision", value: validation ? validationText(validation) : null },
          {
            key: "approval",
            label: "Approval",
            value: validation ? (
              <TextLink href={paths.approval(validation.id)}>{shortId("apr", validation.id)}</TextLink>
            ) : null,
          },
          {
            key: "action",
            label: "Action",
            value: step.actionId ? (
              <TextLink href={paths.action(step.actionId)}>{shortId("act", step.actionId)}</TextLink>
            ) : null,
          },
        ]}
      />
      {attempts.length > 0 ? <Attempts attempts={attempts} numberOf={numberOf} /> : null}
    </>
  );
}

function Attempts({
  attempts,
  numberOf,
}: {
  attempts: readonly StepAttempt[];
  numberOf: (executionId: string) => number | string;
}) {
  return (
    <section className="mt-4" aria-label="Attempts">
      <h4 className="mb-1 text-sm font-semibold">Attempts</h4>
      <ol className="divide-y rounded-lg border text-sm">
        {attempts.map((attempt) => (
          <li key={attempt.id} className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5">
            <span className="font-medium">{attempt.number}</span>
            <Timestamp at={attempt.startedAt} kind="clock" className="text-xs text-muted" />
            <span className="text-xs text-muted">
              <Duration from={attempt.startedAt} to={attempt.endedAt} />
            </span>
            <span className="flex-1">
              {resultText[attempt.result]}
              {attempt.reason ? <>: {retryReasonLabels[attempt.reason].toLowerCase()}</> : null}
            </span>
            <span className="text-xs text-muted">
              execution {numberOf(attempt.executionId)}
              {attempt.decidedBy === "person" ? ", by a person" : null}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const resultText: Record<StepAttempt["result"], string> = {
  open: "running",
  done: "done",
  failed: "failed",
  lost: "lost",
};
