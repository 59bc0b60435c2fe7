"use client";

import { useState } from "react";
import { toast } from "sonner";
import { CommandDialog } from "@/components/command/command-dialog";
import { reasonMissing } from "@/components/command/reason";
import { useCommand } from "@/components/command/use-command";
import { Button } from "@/components/ui/button";
import type { ApiKey } from "@/lib/api/contract/key";
import { keyCommands } from "@/lib/client/key-queries";

export function RevokeKeyButton({ apiKey }: { apiKey: ApiKey }) {
  const [times, setTimes] = useState(0);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        onClick={() => {
          setTimes(times + 1);
          setOpen(true);
        }}
      >
        Revoke…
      </Button>
      <RevokeKeyDialog key={times} apiKey={apiKey} open={open} onOpenChange={setOpen} />
    </>
  );
}

type Props = { apiKey: ApiKey; open: boolean; onOpenChange: (open: boolean) => void };

function RevokeKeyDialog({ apiKey: { id, name }, open, onOpenChange }: Props) {
  const [reason, setReason] = useState("");
  const command = useCommand({
    send: (nonce) => keyCommands.revoke(id, { nonce, reason }),
    onAccepted: () => {
      toast.success(`The key of ${name} is revoked`);
      onOpenChange(false);
    },
  });
  return (
    <CommandDialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      command={command}
      failed="It was not revoked"
      title={`Revoke the key of ${name}`}
      description="Whoever shows it is refused from the next request on. A worker that holds it loses its runs when their leases end; they go on at another one."
      reason={{ value: reason, onChange: setReason, hint: "It is kept with the key.", focused: true }}
      confirm={{
        label: "Revoke it",
        pendingLabel: "Revoking…",
        variant: "danger",
        off: reasonMissing(reason),
        onPress: command.press,
      }}
    />
  );
}
