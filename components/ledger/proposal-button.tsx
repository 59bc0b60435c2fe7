"use client";

import { UsersRound } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { mayCommand, operatorMay } from "@/lib/api/contract/command";
import type { Role } from "@/lib/progress/validation";
import type { JudgedAction } from "./judged-action";
import { ProposalDialog } from "./proposal-dialog";

type Props = {
  record: JudgedAction;
  role: Role;
  onOpenChange?: (open: boolean) => void;
} & Pick<ButtonProps, "size" | "variant">;

/** Only while a proposal waits; the dialog keeps what is typed although it is decided meanwhile. */
export function ProposalButton({ record, role, onOpenChange, ...look }: Props) {
  const { proposal } = record;
  const [opened, setOpened] = useState<JudgedAction["proposal"]>(null);
  const shown = opened ?? proposal;
  if (shown === null) return null;
  function setOpen(next: boolean) {
    setOpened(next ? proposal : null);
    onOpenChange?.(next);
  }
  return (
    <>
      <Button
        {...look}
        className="z-1"
        icon={<UsersRound aria-hidden />}
        disabledReason={
          operatorMay(role, "confirm")
            ? null
            : `To decide on it, you need one of these roles: ${mayCommand.confirm.join(", ")}.`
        }
        onClick={() => setOpen(true)}
      >
        Second person…
      </Button>
      {opened ? <ProposalDialog record={record} proposal={opened} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
