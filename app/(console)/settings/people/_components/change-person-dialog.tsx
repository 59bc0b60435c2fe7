"use client";

import { useState } from "react";
import { toast } from "sonner";
import { CommandDialog } from "@/components/command/command-dialog";
import { reasonMissing } from "@/components/command/reason";
import { useCommand } from "@/components/command/use-command";
import { Select } from "@/components/ui/select";
import { personCommands } from "@/lib/client/person-queries";
import { type Role, roles } from "@/lib/progress/validation";
import { type Changing, dialogWords, roleWords } from "./change-words";

type Props = Changing & { open: boolean; onOpenChange: (open: boolean) => void };

/** Mounted anew for each opening. */
export function ChangePersonDialog({ kind, person, isMe, open, onOpenChange }: Props) {
  const [reason, setReason] = useState("");
  const [to, setTo] = useState<Role>(person.role);
  const words = dialogWords[kind];
  const command = useCommand({
    send: (nonce) =>
      personCommands.change(person.id, { nonce, reason, change: kind === "role" ? { kind, to } : { kind } }),
    onAccepted: () => {
      toast.success(words.done(person.name, to));
      onOpenChange(false);
    },
  });
  return (
    <CommandDialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      command={command}
      failed={words.failed}
      title={words.title(person.name)}
      description={isMe ? words.toMe : words.follows}
      reason={{
        value: reason,
        onChange: setReason,
        hint: "It is kept with what you did, for whoever asks later.",
        focused: kind !== "role",
      }}
      confirm={{
        label: words.confirm(to),
        pendingLabel: "Changing…",
        variant: kind === "disable" ? "danger" : "primary",
        off: kind === "role" && to === person.role ? `Choose another role than ${person.role}.` : reasonMissing(reason),
        onPress: command.press,
      }}
    >
      {kind === "role" ? (
        <Select
          label="Role"
          hint={roleWords[to]}
          options={roles.map((role) => ({ value: role, label: role }))}
          value={to}
          onValueChange={setTo}
        />
      ) : null}
    </CommandDialog>
  );
}
