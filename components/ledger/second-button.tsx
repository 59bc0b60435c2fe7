"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CopyPlus } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TextArea } from "@/components/ui/text-area";
import { actionCommands } from "@/lib/client/action-queries";
import { ApiError } from "@/lib/client/api";
import { newNonce } from "@/lib/client/nonce";
import type { Role } from "@/lib/progress/validation";
import { atStart } from "./destination-title";
import type { JudgedAction } from "./judged-action";
import { secondOff } from "./press";

type Props = { record: JudgedAction; event: JudgedAction["avoided"][number]; role: Role };

/** "This was a genuine second action": what was avoided is sent after all, and the figure loses it. */
export function SecondButton({ record, event, role }: Props) {
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  return (
    <>
      <Button
        size="sm"
        icon={<CopyPlus aria-hidden />}
        disabledReason={secondOff(record, role)}
        onClick={() => {
          setOpenings(openings + 1);
          setOpen(true);
        }}
      >
        This was a genuine second one…
      </Button>
      <SecondDialog key={openings} record={record} event={event} open={open} onOpenChange={setOpen} />
    </>
  );
}

/** Mounted anew for each opening, so that its nonce lives as long as it does. */
function SecondDialog({
  record: { action },
  event,
  open,
  onOpenChange,
}: Omit<Props, "role"> & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const client = useQueryClient();
  const [nonce, setNonce] = useState(newNonce);
  const [reason, setReason] = useState("");
  const mark = useMutation({
    mutationFn: () => actionCommands.second(action.id, { nonce, executionId: event.executionId, reason }),
    onSuccess: () => {
      toast.success("It may be sent now, under an occurrence of its own");
      onOpenChange(false);
    },
    onError: (error) => {
      // A refusal is kept under its nonce; without an answer the same nonce must find out what became of it.
      if (error instanceof ApiError && error.httpCode >= 400 && error.httpCode < 500) setNonce(newNonce());
    },
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      locked={mark.isPending}
      title={`Send a second ${action.type} for ${action.object}`}
      description={`${atStart(action.declaration.title)} has the first one. A second is sent beside it, with the same payload, and this repeat no longer counts as avoided.`}
      footer={
        <>
          <Button
            disabledReason={mark.isPending ? "Waiting for the server." : null}
            onClick={() => onOpenChange(false)}
          >
            Cancel
          </Button>
          <Button
            variant="danger"
            reasonShown
            disabledReason={reason.trim().length < 3 ? "Say why, in a few words." : null}
            pending={mark.isPending}
            pendingLabel="Waiting for the server…"
            onClick={() => mark.mutate()}
          >
            Send the second one
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {mark.error ? (
          <Notice tone="danger" live="alert" title="Nothing was changed">
            {mark.error.message}
          </Notice>
        ) : null}
        <TextArea
          label="Reason"
          required
          rows={2}
          hint="Why it was no repeat. The ledger and the weekly review keep it, with your name."
          value={reason}
          maxLength={2_000}
          onChange={(change) => setReason(change.target.value)}
        />
      </div>
    </Dialog>
  );
}
