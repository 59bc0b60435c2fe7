"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { reasonMissing } from "@/components/command/reason";
import { Button } from "@/components/ui/button";
import { useConfirmKey } from "@/components/ui/confirm-key";
import { Dialog } from "@/components/ui/dialog";
import { LoadError } from "@/components/ui/load-error";
import { Notice } from "@/components/ui/notice";
import { SkeletonLines } from "@/components/ui/skeleton";
import { TextArea } from "@/components/ui/text-area";
import { Timestamp } from "@/components/ui/timestamp";
import { isWideScreen } from "@/components/ui/wide-screen";
import { ApiError } from "@/lib/client/api";
import { newNonce } from "@/lib/client/nonce";
import { refreshAll, runCommands } from "@/lib/client/run-queries";
import type { Run } from "@/lib/progress/run";
import type { Role } from "@/lib/progress/validation";
import { confirmLabel, type Plan, resumeOff } from "./plan/plan";
import { PlanActions } from "./plan/plan-actions";
import { PlanChoices } from "./plan/plan-choices";
import { PlanGuides } from "./plan/plan-guides";
import { PlanHolds } from "./plan/plan-holds";
import { PlanSteps } from "./plan/plan-steps";
import { ResumeRefusal } from "./plan/resume-refusal";
import { usePlan } from "./plan/use-plan";

export type ResumeDialogProps = {
  run: Pick<Run, "id" | "state" | "cause" | "purgedAt" | "subject" | "logicalRunId">;
  role: Role;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The checkpoint to show first; without it the latest. */
  initialFrom?: number | null;
  /** With the id of the execution that was opened. */
  onResumed?: (executionId: string) => void;
};

/** A resume is a plan, not a button. Mount it anew for each opening: its nonce names one opened dialog. */
export function ResumeDialog(props: ResumeDialogProps) {
  const { run, role, open, onOpenChange, initialFrom = null, onResumed } = props;
  const client = useQueryClient();
  const [from, setFrom] = useState(initialFrom);
  const [reason, setReason] = useState("");
  const [reasonError, setReasonError] = useState<string | null>(null);
  const [nonce, setNonce] = useState(newNonce);
  const field = useRef<HTMLTextAreaElement>(null);
  // The second click of a double click comes before React has drawn "Resuming…".
  const sending = useRef(false);
  const { query, plan, differences, justChanged } = usePlan(run.id, from, open);

  const resume = useMutation({
    mutationFn: (shown: Plan) =>
      runCommands.resume(run.id, { nonce, fromCheckpoint: shown.from, planToken: shown.token, reason }),
    onSuccess: ({ executionNumber, checking }) => {
      toast.success(`Execution ${executionNumber} started`, {
        description: checking.length > 0 ? "The destination is asked first." : "A worker takes it now.",
      });
      onOpenChange(false);
      onResumed?.(nonce);
    },
    onError: (error) => {
      // A refusal is an answer: the next click is a new command. Without an answer the same click may be sent again.
      if (error instanceof ApiError && error.httpCode >= 400 && error.httpCode < 500) setNonce(newNonce());
    },
    onSettled: () => {
      sending.current = false;
      void refreshAll(client);
    },
  });

  const off = resume.isPending ? null : whyOff(plan, query, from, resumeOff(run, role), justChanged);
  function confirm() {
    if (!plan || off !== null || sending.current) return;
    const missing = reasonMissing(reason);
    setReasonError(missing);
    if (missing) field.current?.focus();
    else {
      sending.current = true;
      resume.mutate(plan);
    }
  }
  useConfirmKey(open, confirm);
  const someoneWasFaster = resume.error instanceof ApiError && resume.error.code === "already_resumed";

  return (
    <Dialog
      size="lg"
      open={open}
      onOpenChange={onOpenChange}
      locked={resume.isPending}
      // On a phone the keyboard would cover the plan.
      initialFocus={isWideScreen() ? field : undefined}
      title={`Resume ${run.subject ?? run.logicalRunId}`}
      description={someoneWasFaster ? undefined : plan?.recommendation}
      footer={
        <>
          <TextArea
            ref={field}
            className="flex-none! basis-full!"
            label="Reason"
            required
            rows={2}
            value={reason}
            error={reasonError}
            onChange={(event) => {
              setReason(event.target.value);
              setReasonError(null);
            }}
            placeholder="Why it is safe and useful to go on; it stays on the run"
          />
          <Button onClick={() => onOpenChange(false)}>Close</Button>
          <Button
            variant="primary"
            pending={resume.isPending}
            pendingLabel="Resuming…"
            disabledReason={off}
            reasonShown
            onClick={confirm}
          >
            {plan ? confirmLabel(plan) : "Resume"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {resume.error ? <ResumeRefusal error={resume.error} /> : null}
        {differences ? <PlanChanged differences={differences} /> : null}
        {someoneWasFaster ? null : plan ? (
          <>
            {plan.stopsAgain ? (
              <Notice tone="attention" title="This alone does not help">
                {plan.stopsAgain}
              </Notice>
            ) : null}
            <PlanChoices plan={plan} chosen={from ?? plan.from} onChoose={setFrom} />
            <PlanSteps plan={plan} />
            <div>
              <h3 className="mb-1.5 text-sm font-medium">Actions beyond it</h3>
              <PlanActions plan={plan} />
            </div>
            <PlanHolds holds={plan.holds} />
            <PlanGuides guides={plan.guides} runId={run.id} />
            <p className="text-xs text-muted">
              Plan made <Timestamp at={plan.madeAt} />, good for as long as nothing changes.
            </p>
          </>
        ) : query.error ? (
          <LoadError what="the plan" reason={query.error.message} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonLines lines={6} label="Making the plan" />
        )}
      </div>
    </Dialog>
  );
}

function whyOff(
  plan: Plan | undefined,
  query: ReturnType<typeof usePlan>["query"],
  from: number | null,
  runOff: string | null,
  justChanged: boolean,
): string | null {
  if (runOff) return runOff;
  if (!plan || (from !== null && plan.from !== from)) return "The plan is being made.";
  if (plan.disabled) return plan.disabled.why;
  if (justChanged) return "The plan changed just now. Look at it first.";
  const stale = query.isError || query.fetchStatus === "paused";
  return stale ? `The plan may be out of date. ${query.error?.message ?? "The server does not answer."}` : null;
}

function PlanChanged({ differences }: { differences: readonly string[] }) {
  return (
    <Notice tone="attention" live="polite" title="Something changed since you opened this plan. This is the new one.">
      {differences.length === 0 ? (
        <p>Nothing in it is different; look once more, then confirm.</p>
      ) : (
        <ul className="list-disc pl-4">
          {differences.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
