"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { CommandDialog } from "@/components/command/command-dialog";
import { reasonMissing } from "@/components/command/reason";
import { useCommand } from "@/components/command/use-command";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { reviewCommands, reviewQueries } from "@/lib/client/review-queries";
import type { Role } from "@/lib/progress/validation";
import type { View } from "./review-view";
import { whyNotPress } from "./why-not-change";

/** What was settled after the freeze, and the way to a version that takes it in. */
export function AmendmentsNotice({ view, role }: { view: View; role: Role }) {
  const { week } = view.content;
  const { data, error } = useQuery(reviewQueries.amendments(week));
  const [times, setTimes] = useState(0);
  const [open, setOpen] = useState(false);
  const begin = (
    <span data-print="off">
      <Button
        size="sm"
        disabledReason={whyNotPress(role, "amend")}
        onClick={() => {
          setTimes(times + 1);
          setOpen(true);
        }}
      >
        New version…
      </Button>
    </span>
  );
  return (
    <>
      {error ? (
        <Notice tone="attention" title="Whether anything was settled since is not known">
          {error.message}
        </Notice>
      ) : data === undefined ? null : data.rows.length === 0 ? (
        <Notice tone="ok" title="Nothing that was settled since would change it" actions={begin} />
      ) : (
        <Notice tone="attention" title="Settled since, and not in this version" actions={begin}>
          <ul className="mt-1 flex flex-col gap-0.5">
            {data.rows.map(({ what, before, after }) => (
              <li key={`${what} ${before} ${after}`}>
                {what}: {before} → {after}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <AmendDialog key={times} view={view} open={open} onOpenChange={setOpen} />
    </>
  );
}

function AmendDialog({
  view,
  open,
  onOpenChange,
}: {
  view: View;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const [note, setNote] = useState("");
  const { week } = view.content;
  const version = view.review?.version ?? 1;
  const command = useCommand({
    send: (nonce) => reviewCommands(week).amend({ nonce, version, note }),
    onAccepted: () => {
      toast.success(`Version ${version + 1} is a draft now`);
      onOpenChange(false);
    },
  });
  return (
    <CommandDialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      command={command}
      failed="No version was begun"
      title={`Begin version ${version + 1}`}
      description={<p>It is a draft with today's figures and the same paragraph. Version {version} stays as it is.</p>}
      reason={{
        label: "Note",
        value: note,
        onChange: setNote,
        hint: "What became different; it stands in the header and in every export.",
        focused: true,
      }}
      confirm={{
        label: `Begin version ${version + 1}`,
        pendingLabel: "Beginning…",
        variant: "primary",
        off: reasonMissing(note),
        onPress: () => command.press(),
      }}
    />
  );
}
