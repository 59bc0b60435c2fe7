"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toast } from "sonner";
import type { z } from "zod";
import { CommandFailureNotice } from "@/components/command/command-failure";
import { reasonMissing } from "@/components/command/reason";
import { failureOf } from "@/components/command/use-command";
import { Button } from "@/components/ui/button";
import { useConfirmKey } from "@/components/ui/confirm-key";
import { Dialog } from "@/components/ui/dialog";
import { RadioGroup } from "@/components/ui/radio-group";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import type { HowDealtWith } from "@/lib/api/contract/views";
import { isRefusal } from "@/lib/client/api";
import { newNonce } from "@/lib/client/nonce";
import { refreshAll, runCommands } from "@/lib/client/run-queries";
import type { Run } from "@/lib/progress/run";
import type { Role } from "@/lib/progress/validation";

export type DealProps = {
  run: Pick<Run, "id" | "subject" | "logicalRunId">;
  dealt: z.output<typeof HowDealtWith>;
  role: Role;
  /** "accepted" opens a choice between accepting it and naming another run. */
  as: "accepted" | "reopened";
};

type Choice = "accepted" | "superseded" | "reopened";

const confirmWords: Record<Choice, string> = {
  accepted: "Accept it as it is",
  superseded: "That run did the work",
  reopened: "Open it again",
};

/** Answers for a run that stopped, or takes that back. Mount it anew for each opening: its nonce names one dialog. */
export function DealDialog({
  run,
  dealt,
  as,
  open,
  onOpenChange,
}: DealProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const client = useQueryClient();
  const [choice, setChoice] = useState<Choice>(as);
  const [other, setOther] = useState("");
  const [reason, setReason] = useState("");
  const [errors, setErrors] = useState<{ reason?: string | null; other?: string | null }>({});
  const [nonce, setNonce] = useState(newNonce);
  // What was on the screen when it was opened: a decision made meanwhile must not be overrun.
  const [number] = useState(dealt.decisions[0]?.number ?? 0);
  const field = useRef<HTMLTextAreaElement>(null);
  const sending = useRef(false);
  const name = run.subject ?? run.logicalRunId;
  const deal = useMutation({
    mutationFn: () => {
      const ask = { nonce, number, reason };
      return runCommands.dealWith(
        run.id,
        choice === "superseded" ? { ...ask, as: choice, supersededBy: idIn(other) ?? "" } : { ...ask, as: choice },
      );
    },
    onSuccess: () => {
      toast.success(choice === "reopened" ? `${name} is open again` : `${name} is dealt with`);
      onOpenChange(false);
    },
    onError: (error) => {
      // Only a refusal makes the next click a new command.
      if (isRefusal(error)) setNonce(newNonce());
    },
    onSettled: () => {
      sending.current = false;
      void refreshAll(client);
    },
  });
  function confirm() {
    if (deal.isPending || sending.current) return;
    const missing = {
      reason: reasonMissing(reason),
      other: choice === "superseded" && idIn(other) === null ? "Paste the run's address or its full id." : null,
    };
    setErrors(missing);
    if (missing.reason) field.current?.focus();
    if (missing.reason || missing.other) return;
    sending.current = true;
    deal.mutate();
  }
  useConfirmKey(open, confirm);
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      locked={deal.isPending}
      initialFocus={field}
      title={as === "reopened" ? `Open ${name} again` : `Answer for ${name}`}
      description={
        as === "reopened" ? (
          <p>It counts as open from now on, until it is resumed or somebody answers for it. The history stays.</p>
        ) : (
          <p>The run stays as it is and sends nothing. It no longer counts as open, and can still be resumed.</p>
        )
      }
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Close</Button>
          <Button variant="primary" pending={deal.isPending} pendingLabel="Writing it down…" onClick={confirm}>
            {confirmWords[choice]}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {deal.error ? <CommandFailureNotice failure={failureOf(deal.error)} failed="It was not written down" /> : null}
        {as === "reopened" ? null : (
          <RadioGroup<Choice>
            label="What became of it?"
            value={choice}
            onValueChange={setChoice}
            options={[
              {
                value: "accepted",
                label: "Nothing more is to be done",
                hint: "Its work is not needed any more, or was done by hand.",
              },
              {
                value: "superseded",
                label: "Another run did its work",
                hint: "Later ones for the same subject that succeeded are found by themselves.",
                details: (
                  <TextField
                    mono
                    label="Address or id of that run"
                    required
                    value={other}
                    error={errors.other}
                    onChange={(event) => {
                      setOther(event.target.value);
                      setErrors({ ...errors, other: null });
                    }}
                  />
                ),
              },
            ]}
          />
        )}
        <TextArea
          ref={field}
          label="Reason"
          required
          value={reason}
          error={errors.reason}
          onChange={(event) => {
            setReason(event.target.value);
            setErrors({ ...errors, reason: null });
          }}
        />
      </div>
    </Dialog>
  );
}

const idIn = (text: string): string | null =>
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i.exec(text)?.[0].toLowerCase() ?? null;
