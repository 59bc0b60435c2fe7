"use client";

import { useState } from "react";
import { useCommand } from "@/components/command/use-command";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import type { ApiKey } from "@/lib/api/contract/key";
import { keyCommands } from "@/lib/client/key-queries";
import { type Life, lifeMs, lifeOptions } from "./life-choice";
import { MadeKey } from "./made-key";

const hourMs = 60 * 60 * 1000;
const overlaps = [
  { value: "0", label: "Ends at once" },
  { value: "1", label: "An hour" },
  { value: "24", label: "A day" },
  { value: "168", label: "A week" },
] as const;

type Props = { apiKey: ApiKey; open: boolean; onOpenChange: (open: boolean) => void };

/** Not part of its row: the row goes elsewhere as soon as the key is replaced, and the new one must still be copied. */
export function RotateKeyDialog({ apiKey, open, onOpenChange }: Props) {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]["value"]>("24");
  const [life, setLife] = useState<Life>("90");
  const [made, setMade] = useState<{ key: string | null } | null>(null);
  const command = useCommand({
    send: (nonce) =>
      keyCommands.rotate(apiKey.id, { nonce, overlapMs: Number(overlap) * hourMs, livesForMs: lifeMs(life) }),
    onAccepted: setMade,
  });
  const close = () => onOpenChange(false);
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      locked={command.pending}
      title={made ? `New key of ${apiKey.name}` : `Replace the key of ${apiKey.name}`}
      description={made ? null : "The new one is for the same. Both are let in until the old one ends."}
      footer={
        made ? (
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" pending={command.pending} pendingLabel="Making…" onClick={() => command.press()}>
              Make the new one
            </Button>
          </>
        )
      }
    >
      {made ? (
        <MadeKey made={made.key} />
      ) : (
        <div className="flex flex-col gap-4">
          {command.failure ? (
            <Notice tone="danger" live="alert" title="It was not replaced">
              {command.failure.message}
            </Notice>
          ) : null}
          <Select label="The old one goes on for" options={overlaps} value={overlap} onValueChange={setOverlap} />
          <Select label="The new one expires after" options={lifeOptions} value={life} onValueChange={setLife} />
        </div>
      )}
    </Dialog>
  );
}
