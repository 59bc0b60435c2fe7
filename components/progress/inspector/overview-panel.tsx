"use client";

import { CopyableId } from "@/components/ui/copyable-id";
import { Duration } from "@/components/ui/duration";
import { type KeyValue, KeyValues } from "@/components/ui/key-values";
import { shortId } from "@/components/ui/short-id";
import { StateChip } from "@/components/ui/state-chip";
import { Timestamp } from "@/components/ui/timestamp";
import type { Checkpoint } from "@/lib/progress/checkpoint";
import type { CheckpointFit } from "@/lib/progress/checkpoint-fit";
import type { Execution } from "@/lib/progress/execution";
import type { RunRecord } from "@/lib/progress/store";
import { checkpointValue } from "../checkpoint-value";
import { executionLookOf } from "../execution-look";
import { CheckpointState, RunState } from "../state";
import { endText, executionKindText, fromText } from "../timeline/row-texts";
import { bytesText } from "./json-text";
import { StepOverview } from "./step-overview";
import type { Subject } from "./subject";

export function OverviewPanel({
  record,
  fits,
  subject,
  now,
}: {
  record: RunRecord;
  fits: readonly CheckpointFit[];
  subject: Subject;
  now: number;
}) {
  switch (subject.kind) {
    case "run":
      return <KeyValues items={runFacts(record, now)} />;
    case "execution":
      return <KeyValues items={executionFacts(subject.execution, now)} />;
    case "step":
      return <StepOverview record={record} {...subject} />;
    case "checkpoint":
      return <KeyValues items={checkpointFacts(record, fits, subject.checkpoint)} />;
  }
}

function runFacts({ run, executions, checkpoints }: RunRecord, now: number): KeyValue[] {
  return [
    { key: "state", label: "State", value: <RunState value={run.state} resuming={run.cause === "resumed"} /> },
    { key: "workflow", label: "Workflow", value: `${run.workflow} v${run.workflowVersion}` },
    { key: "logical", label: "Logical run id", value: <CopyableId value={run.logicalRunId} /> },
    {
      key: "recovery",
      label: "Recovery",
      value: run.recovery === "automatic" ? "automatic" : "manual: a person resumes it",
    },
    { key: "created", label: "Created", value: <Timestamp at={run.createdAt} /> },
    { key: "started", label: "Started", value: run.startedAt ? <Timestamp at={run.startedAt} /> : "not yet" },
    { key: "ended", label: "Ended", value: run.endedAt ? <Timestamp at={run.endedAt} /> : "not yet" },
    {
      key: "took",
      label: "Duration",
      value: run.startedAt ? <Duration from={run.startedAt} to={run.endedAt} now={now} /> : null,
    },
    { key: "executions", label: "Executions", value: executions.length },
    { key: "checkpoints", label: "Checkpoints", value: checkpoints.filter((c) => c.supersededBy === null).length },
    { key: "resumes", label: "Resumes", value: run.resumeCount },
  ];
}

function executionFacts(execution: Execution, now: number): KeyValue[] {
  return [
    { key: "state", label: "State", value: <StateChip look={executionLookOf(execution)} /> },
    { key: "kind", label: "Why it began", value: executionKindText[execution.kind] },
    { key: "by", label: "Resumed by", value: execution.resumedBy },
    { key: "from", label: "From", value: execution.kind === "resume" ? fromText(execution.resumedFrom) : null },
    { key: "reason", label: "Reason", value: execution.resumeReason },
    { key: "worker", label: "Worker", value: execution.workerName ?? "none yet" },
    { key: "started", label: "Started", value: <Timestamp at={execution.startedAt} /> },
    { key: "ended", label: "Ended", value: execution.endedAt ? <Timestamp at={execution.endedAt} /> : "not yet" },
    { key: "took", label: "Took", value: <Duration from={execution.startedAt} to={execution.endedAt} now={now} /> },
    { key: "end", label: "How it ended", value: endText(execution) },
    { key: "token", label: "Token", value: execution.token },
    { key: "id", label: "Id", value: <CopyableId value={execution.id} label={shortId("exec", execution.id)} /> },
  ];
}

function checkpointFacts(
  { run, checkpoints, executions }: RunRecord,
  fits: readonly CheckpointFit[],
  checkpoint: Checkpoint,
): KeyValue[] {
  const isLatest = checkpoints.findLast((c) => c.supersededBy === null)?.number === checkpoint.number;
  const fit = fits.find((known) => known.checkpoint === checkpoint.number) ?? null;
  const value = checkpointValue(checkpoint, isLatest, fit);
  const { migrated } = checkpoint;
  const numberOf = (executionId: string) => executions.find((e) => e.id === executionId)?.number;
  return [
    { key: "state", label: "State", value: <CheckpointState value={value} /> },
    { key: "fit", label: "If resumed", value: fit?.text ?? null },
    { key: "step", label: "After step", value: checkpoint.stepName },
    { key: "at", label: "Written", value: <Timestamp at={checkpoint.createdAt} /> },
    { key: "execution", label: "By execution", value: numberOf(checkpoint.executionId) },
    {
      key: "void",
      label: "Void since",
      value: checkpoint.supersededBy ? `execution ${numberOf(checkpoint.supersededBy)}` : null,
    },
    { key: "schema", label: "Schema", value: `${checkpoint.schemaName} v${checkpoint.schemaVersion}` },
    {
      key: "migrated",
      label: "Migrated",
      value:
        migrated === null ? null : (
          <>
            from v{migrated.fromVersion} by execution {numberOf(migrated.executionId)}, <Timestamp at={migrated.at} />.
            What was kept first is kept.
          </>
        ),
    },
    {
      key: "purged",
      label: "Removed",
      value: checkpoint.purgedAt ? (
        <>
          <Timestamp at={checkpoint.purgedAt} />, when its retention ended. Hash, size and times stay.
        </>
      ) : null,
    },
    { key: "size", label: "Size", value: bytesText(checkpoint.bytes) },
    { key: "hash", label: "Hash", value: <CopyableId value={checkpoint.hash} label={checkpoint.hash.slice(0, 12)} /> },
    { key: "run", label: "Run", value: shortId("run", run.id) },
  ];
}
