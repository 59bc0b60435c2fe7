"use client";

import { BookCheck, CircleDashed, History, Hourglass, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { useNow } from "@/components/ui/clock";
import { shortId } from "@/components/ui/short-id";
import type { StateLook } from "@/components/ui/state-chip";
import { formatRelative } from "@/components/ui/time-format";
import { toneInk } from "@/components/ui/tone";
import { retryReasonLabels } from "@/lib/progress/retry";
import { checkpointValue } from "../checkpoint-value";
import { executionLookOf } from "../execution-look";
import { checkpointLook, stepLook } from "../state";
import { lowerFirst } from "./attempt-group";
import { attemptsText, endText, executionKindText, fromText, validationText } from "./row-texts";
import type { CheckpointRow, ExecutionRow, StepRow, TimelineRow } from "./timeline-rows";

/** What the row is, in words that need no bar beside them. */
export function RowLabel({ row }: { row: TimelineRow }) {
  switch (row.kind) {
    case "execution":
      return <ExecutionLabel row={row} />;
    case "resume":
      return (
        <Label icon={<RotateCw aria-hidden className="text-info" />}>
          <span className="font-medium">Resumed {fromText(row.execution.resumedFrom)}</span>
          <Quiet>
            by {row.execution.resumedBy ?? "a person"}
            {row.execution.resumeReason ? <>: “{row.execution.resumeReason}”</> : null}
          </Quiet>
        </Label>
      );
    case "step":
      return <StepLabel row={row} />;
    case "attempt":
      return (
        <Label icon={<LookIcon look={stepLook[row.attempt.result === "open" ? "running" : row.attempt.result]} />}>
          Attempt {row.attempt.number}
          {row.attempt.reason ? <Quiet>{lowerFirst(retryReasonLabels[row.attempt.reason])}</Quiet> : null}
          {row.attempt.error ? <Quiet>{row.attempt.error.message}</Quiet> : null}
        </Label>
      );
    case "checkpoint":
      return <CheckpointLabel row={row} />;
    case "reused":
      return (
        <Label icon={<History aria-hidden className="text-ok" />}>
          Reused {row.checkpoints.length} {row.checkpoints.length === 1 ? "step" : "steps"}
          <Quiet>{row.checkpoints.map((checkpoint) => checkpoint.stepName).join(", ")}</Quiet>
        </Label>
      );
    case "wait":
      return (
        <Label icon={<Hourglass aria-hidden className="text-faint" />}>
          <Quiet>
            {row.to === null ? "Nothing runs" : "Nothing ran"}: {row.cause}
          </Quiet>
        </Label>
      );
    case "expected":
      return (
        <Label icon={<CircleDashed aria-hidden className="text-faint" />}>
          <Quiet>
            {row.count} more {row.count === 1 ? "step" : "steps"} expected, as in the last finished run
          </Quiet>
        </Label>
      );
  }
}

function ExecutionLabel({ row }: { row: ExecutionRow }) {
  const { execution, quiet } = row;
  return (
    <Label icon={<LookIcon look={executionLookOf(execution, quiet)} />}>
      <span className="font-semibold">Execution {execution.number}</span>
      <Quiet>
        {[
          executionKindText[execution.kind],
          execution.workerName,
          execution.state === "starting" ? "waits for a worker" : quiet ? "its heartbeat is late" : endText(execution),
        ]
          .filter(Boolean)
          .join(" · ")}
      </Quiet>
    </Label>
  );
}

function CheckpointLabel({ row }: { row: CheckpointRow }) {
  const { checkpoint, latest, fit } = row;
  const value = checkpointValue(checkpoint, latest, fit);
  const look = checkpointLook[value];
  const isVoid = value === "superseded";
  const trouble = value === "not_known" || value === "incompatible" || value === "corrupt";
  return (
    <Label icon={<LookIcon look={look} />} struck={isVoid}>
      <span className="text-xs text-muted">Checkpoint {checkpoint.number}</span>
      <Quiet>{isVoid ? "void since a resume" : latest ? "the latest" : null}</Quiet>
      {trouble ? <Quiet tone={look.tone}>{lowerFirst(look.label)}</Quiet> : null}
      {checkpoint.migrated === null ? null : <Quiet>migrated from v{checkpoint.migrated.fromVersion}</Quiet>}
    </Label>
  );
}

function StepLabel({ row }: { row: StepRow }) {
  const { step, state, superseded, validation } = row;
  const look = stepLook[state];
  const tries = attemptsText(row);
  return (
    <Label icon={<LookIcon look={look} />} struck={superseded}>
      <span className="font-medium">{step.name}</span>
      {step.occurrence === "" ? null : <Quiet>{step.occurrence}</Quiet>}
      <Quiet tone={superseded || state === "done" || state === "reused" ? undefined : look.tone}>
        {superseded ? voidText(row) : lowerFirst(look.label)}
      </Quiet>
      {validation ? <Quiet>{validationText(validation)}</Quiet> : null}
      {tries ? <Quiet tone="attention">{tries}</Quiet> : null}
      {state === "retrying" && step.nextTryAt !== null ? <NextTry at={step.nextTryAt} /> : null}
      {step.actionId && state !== "reused" ? <ActionTick actionId={step.actionId} /> : null}
    </Label>
  );
}

/** Whether it once had a result; what it was about to do when the resume came no longer matters. */
const voidText = ({ state, to }: StepRow): string =>
  to === null || state === "needs_person" || state === "waiting" || state === "retrying"
    ? "void since a resume"
    : `${lowerFirst(stepLook[state].label)}, void since a resume`;

function NextTry({ at }: { at: number }) {
  const now = useNow();
  return <Quiet>{now === null || at <= now ? "next try now" : `next try ${formatRelative(at, now)}`}</Quiet>;
}

/** The action's truth stands in the ledger; here is only the way to it. */
function ActionTick({ actionId }: { actionId: string }) {
  return (
    <a
      href={`#action-${actionId}`}
      tabIndex={-1}
      onClick={(event) => event.stopPropagation()}
      className="-my-1 inline-flex min-h-6 items-center gap-1 rounded-sm px-1 font-mono text-2xs text-link hover:underline"
    >
      <BookCheck aria-hidden className="size-3" />
      <span className="sr-only">Action </span>
      {shortId("act", actionId)}
    </a>
  );
}

function Label({ icon, struck, children }: { icon: ReactNode; struck?: boolean; children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-start gap-2 [&>svg]:mt-0.75 [&>svg]:size-3.5 [&>svg]:shrink-0">
      {icon}
      <span
        className={classNames("flex min-w-0 flex-wrap items-baseline gap-x-2", struck && "text-faint line-through")}
      >
        {children}
      </span>
    </span>
  );
}

function Quiet({ tone, children }: { tone?: keyof typeof toneText; children: ReactNode }) {
  return <span className={classNames("text-xs", tone ? toneText[tone] : "text-muted")}>{children}</span>;
}

const toneText = {
  ok: "text-ok-on-soft",
  info: "text-info-on-soft",
  attention: "text-attention-on-soft",
  danger: "text-danger-on-soft",
  neutral: "text-muted",
};

function LookIcon({ look }: { look: StateLook }) {
  const Icon = look.icon;
  return (
    <Icon
      aria-hidden
      className={classNames(toneInk[look.tone], look.spins && "[animation-duration:2.4s] motion-safe:animate-spin")}
    />
  );
}
