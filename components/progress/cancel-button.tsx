"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { useConfirmKey } from "@/components/ui/confirm-key";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TextArea } from "@/components/ui/text-area";
import { isRefusal } from "@/lib/client/api";
import { newNonce } from "@/lib/client/nonce";
import { refreshAll, runCommands } from "@/lib/client/run-queries";
import type { Run } from "@/lib/progress/run";
import type { Role } from "@/lib/progress/validation";
import { cancelOff } from "./plan/plan";
import { reasonMissing } from "./reason";

type CancelProps = {
  run: Pick<Run, "id" | "state" | "subject" | "logicalRunId">;
  role: Role;
  /** What becomes of its actions: the page knows the ledger, this half does not. */
  actionsLine: ReactNode;
};

export function CancelButton(props: CancelProps) {
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  return (
    <>
      <Button
        icon={<Ban aria-hidden />}
        disabledReason={cancelOff(props.run, props.role)}
        onClick={() => {
          setOpenings(openings + 1);
          setOpen(true);
        }}
      >
        Cancel…
      </Button>
      <CancelDialog key={openings} {...props} open={open} onOpenChange={setOpen} />
    </>
  );
}

function CancelDialog({
  run,
  role,
  actionsLine,
  open,
  onOpenChange,
}: CancelProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const [reasonError, setReasonError] = useState<string | null>(null);
  const [nonce, setNonce] = useState(newNonce);
  const field = useRef<HTMLTextAreaElement>(null);
  // As with a resume: a double click is faster than what it draws.
  const sending = useRef(false);
  const name = run.subject ?? run.logicalRunId;
  const cancel = useMutation({
    mutationFn: () => runCommands.cancel(run.id, { nonce, reason }),
    onSuccess: () => {
      toast.success(`${name} is cancelled`);
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
  const off = cancel.isPending ? null : cancelOff(run, role);
  function confirm() {
    if (off !== null || sending.current) return;
    const missing = reasonMissing(reason);
    setReasonError(missing);
    if (missing) field.current?.focus();
    else {
      sending.current = true;
      cancel.mutate();
    }
  }
  useConfirmKey(open, confirm);
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      locked={cancel.isPending}
      initialFocus={field}
      title={`Cancel the run of ${name}`}
      description={
        <>
          <p>It stops for good: no worker takes it again, and it cannot be resumed.</p>
          <p>{actionsLine}</p>
        </>
      }
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Keep it</Button>
          <Button
            variant="danger"
            pending={cancel.isPending}
            pendingLabel="Cancelling…"
            disabledReason={off}
            reasonShown
            onClick={confirm}
          >
            Cancel the run
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {cancel.error ? (
          <Notice tone="attention" live="alert" title="Not known to be cancelled">
            {cancel.error.message}
          </Notice>
        ) : null}
        <TextArea
          ref={field}
          label="Reason"
          required
          value={reason}
          error={reasonError}
          onChange={(event) => {
            setReason(event.target.value);
            setReasonError(null);
          }}
        />
      </div>
    </Dialog>
  );
}
