"use client";

import { useRef, useState } from "react";
import { toast } from "sonner";
import { CommandFailureNotice } from "@/components/command/command-failure";
import { useCommand } from "@/components/command/use-command";
import { Button } from "@/components/ui/button";
import { useConfirmKey } from "@/components/ui/confirm-key";
import { Dialog } from "@/components/ui/dialog";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { reviewCommands } from "@/lib/client/review-queries";
import { classWords } from "@/lib/review/class-words";
import { isDay, whyNotDue } from "@/lib/review/decision";
import { type IncidentClass, incidentClasses } from "@/lib/review/incident";
import { dayText } from "@/lib/review/week-range";
import type { View } from "./review-view";

type Props = { view: View; open: boolean; onOpenChange: (open: boolean) => void };

const weekMs = 7 * 24 * 3_600_000;

/** Mounted anew for each opening: its command and what is typed live as long as it does. */
export function DecisionDialog({ view, open, onOpenChange }: Props) {
  const { week, zone, classes } = view.content;
  const [what, setWhat] = useState("");
  const [owner, setOwner] = useState("");
  const [due, setDue] = useState(dayText(view.now + weekMs, zone));
  const [reduces, setReduces] = useState<IncidentClass>(mostFrequent(classes.at(-1)?.counts));
  const field = useRef<HTMLTextAreaElement>(null);
  const command = useCommand({
    send: (nonce) => reviewCommands(week).agree({ nonce, what, owner, due, reduces }),
    onAccepted: () => {
      toast.success("Decided");
      onOpenChange(false);
    },
  });
  const off =
    what.trim().length < 3
      ? "Say in a few words what will be done."
      : owner.trim() === ""
        ? "Name somebody who does it."
        : isDay(due)
          ? whyNotDue(due, view.now, zone)
          : "Choose a day until when.";
  useConfirmKey(open, () => {
    if (off === null && !command.pending) command.press();
  });
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      locked={command.pending}
      initialFocus={field}
      title="Decide something"
      description={<p>Next week's review begins with what became of it.</p>}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            variant="primary"
            reasonShown
            disabledReason={command.pending ? null : off}
            pending={command.pending}
            pendingLabel="Deciding…"
            onClick={() => command.press()}
          >
            Decide it
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {command.failure ? <CommandFailureNotice failure={command.failure} failed="It was not decided" /> : null}
        <TextArea
          ref={field}
          label="What will be done"
          required
          rows={2}
          maxLength={300}
          value={what}
          onChange={(event) => setWhat(event.target.value)}
        />
        <TextField
          label="Owner"
          required
          maxLength={100}
          value={owner}
          onChange={(event) => setOwner(event.target.value)}
        />
        <TextField
          label="Due"
          required
          type="date"
          min={dayText(view.now, zone)}
          value={due}
          onChange={(event) => setDue(event.target.value)}
        />
        <Select
          label="Class it should reduce"
          value={reduces}
          options={incidentClasses.map((value) => ({ value, label: classWords[value] }))}
          onValueChange={setReduces}
        />
      </div>
    </Dialog>
  );
}

/** What hurt most this week is what a decision is most likely about. */
const mostFrequent = (counts: Record<IncidentClass, number> | undefined): IncidentClass =>
  incidentClasses.reduce((a, b) => ((counts?.[b] ?? 0) > (counts?.[a] ?? 0) ? b : a));
