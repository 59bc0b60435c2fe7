"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { alone } from "@/components/ledger/destination-title";
import { Button } from "@/components/ui/button";
import { useConfirmKey } from "@/components/ui/confirm-key";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TextArea } from "@/components/ui/text-area";
import { isRefusal } from "@/lib/client/api";
import { destinationCommands } from "@/lib/client/destination-queries";
import { newNonce } from "@/lib/client/nonce";
import type { DestinationRow } from "./destination-row";

type Props = {
  verb: "hold" | "release";
  row: DestinationRow;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Mounted anew for each opening: its nonce and its reason live as long as it does. */
export function HoldDialog({ verb, row, open, onOpenChange }: Props) {
  const client = useQueryClient();
  const { name, title } = row.declaration;
  const [nonce, setNonce] = useState(newNonce);
  const [reason, setReason] = useState("");
  const [reasonError, setReasonError] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  // The second click of a double click comes before React has drawn that the first is on its way.
  const sending = useRef(false);
  const press = useMutation({
    mutationFn: (): Promise<unknown> => destinationCommands[verb]({ nonce, name, reason }),
    onSuccess: () => {
      toast.success(`${alone(title)} is ${verb === "hold" ? "held" : "released"}`);
      onOpenChange(false);
    },
    onError: (error) => {
      // Only a refusal makes the next click a new command.
      if (isRefusal(error)) setNonce(newNonce());
    },
    onSettled: () => {
      sending.current = false;
      void client.invalidateQueries();
    },
  });
  function confirm() {
    if (sending.current) return;
    const missing = reason.trim().length < 3 ? "Say in a few words why." : null;
    setReasonError(missing);
    if (missing) field.current?.focus();
    else {
      sending.current = true;
      press.mutate();
    }
  }
  useConfirmKey(open, confirm);
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      locked={press.isPending}
      initialFocus={field}
      title={`${words[verb].title} ${title}`}
      description={words[verb].says.map((line) => <p key={line}>{line}</p>)}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Close</Button>
          <Button variant="primary" pending={press.isPending} pendingLabel={words[verb].pending} onClick={confirm}>
            {words[verb].button}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {press.error ? (
          <Notice tone="attention" live="alert" title={words[verb].failed}>
            {press.error.message}
          </Notice>
        ) : null}
        <TextArea
          ref={field}
          label="Reason"
          required
          rows={2}
          hint="Everybody whose run waits reads it."
          value={reason}
          error={reasonError}
          maxLength={2_000}
          onChange={(event) => {
            setReason(event.target.value);
            setReasonError(null);
          }}
        />
      </div>
    </Dialog>
  );
}

const words = {
  hold: {
    title: "Hold",
    says: [
      "No attempt begins there any more, for any run, from the moment this is accepted.",
      "Runs that come to it wait, with your reason beside them. What is in flight already may still arrive.",
    ],
    button: "Hold it",
    pending: "Holding…",
    failed: "Not known to be held",
  },
  release: {
    title: "Release",
    says: [
      "Runs that wait for it go on by themselves and send what is planned.",
      "What is confirmed or refused is not sent again; what is unknown stays blocked.",
    ],
    button: "Release it",
    pending: "Releasing…",
    failed: "Not known to be released",
  },
} as const;
