"use client";

import { toast } from "sonner";
import { CommandFailureNotice } from "@/components/command/command-failure";
import { useCommand } from "@/components/command/use-command";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { reviewCommands } from "@/lib/client/review-queries";
import { weekTitle } from "@/lib/review/review-words";
import type { View } from "./review-view";

type Props = { view: View; open: boolean; onOpenChange: (open: boolean) => void };

/** Mounted anew for each opening: its command lives as long as it does. */
export function FreezeDialog({ view, open, onOpenChange }: Props) {
  const { week, decisions } = view.content;
  const command = useCommand({
    send: (nonce) => reviewCommands(week).freeze({ nonce, revision: view.review?.revision ?? 1 }),
    onAccepted: ({ version }) => {
      toast.success(`Frozen as version ${version}`);
      onOpenChange(false);
    },
  });
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      locked={command.pending}
      title={`Freeze ${weekTitle(week)}`}
      description={
        <>
          <p>The figures are computed once more and kept as a snapshot, with the paragraph and the decisions.</p>
          <p>Incidents that are resolved become reviewed. Those that are not are in the next review, too.</p>
          <p>What is settled later is listed beside it; only a new version, with a note, would take it in.</p>
        </>
      }
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" pending={command.pending} pendingLabel="Freezing…" onClick={() => command.press()}>
            Freeze the review
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {command.failure ? <CommandFailureNotice failure={command.failure} failed="It was not frozen" /> : null}
        {decisions.length === 0 ? (
          <Notice tone="attention" title="Nothing is decided yet">
            After the freeze, decisions can be marked as done, and none can be added.
          </Notice>
        ) : (
          <p>
            {decisions.length} {decisions.length === 1 ? "decision goes" : "decisions go"} with it.
          </p>
        )}
      </div>
    </Dialog>
  );
}
