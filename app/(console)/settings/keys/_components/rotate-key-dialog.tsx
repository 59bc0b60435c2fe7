"use client";

import { useState } from "react";
import { useCommand } from "@/components/command/use-command";
import { Select } from "@/components/ui/select";
import type { ApiKey } from "@/lib/api/contract/key";
import { keyCommands } from "@/lib/client/key-queries";
import { KeyDialog } from "./key-dialog";
import { type Life, lifeMs, lifeOptions } from "./life-choice";

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
  return (
    <KeyDialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      command={command}
      made={made}
      title={{ before: `Replace the key of ${apiKey.name}`, made: `New key of ${apiKey.name}` }}
      description="The new one is for the same. Both are let in until the old one ends."
      failed="It was not replaced"
      confirm={{ label: "Make the new one", off: null }}
    >
      <Select label="The old one goes on for" options={overlaps} value={overlap} onValueChange={setOverlap} />
      <Select label="The new one expires after" options={lifeOptions} value={life} onValueChange={setLife} />
    </KeyDialog>
  );
}
