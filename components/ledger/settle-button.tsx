"use client";

import { Gavel } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import type { Role } from "@/lib/progress/validation";
import type { JudgedAction } from "./judged-action";
import { settleOff } from "./press";
import { SettleDialog } from "./settle-dialog";

type Props = {
  record: JudgedAction;
  role: Role;
  /** Told when the dialog opens and closes, so that a list can keep what is being settled. */
  onOpenChange?: (open: boolean) => void;
} & Pick<ButtonProps, "id" | "size" | "variant" | "reasonShown">;

export function SettleButton({ record, role, onOpenChange, ...look }: Props) {
  const [open, setOpenState] = useState(false);
  const [openings, setOpenings] = useState(0);
  function setOpen(next: boolean) {
    setOpenState(next);
    onOpenChange?.(next);
  }
  return (
    <>
      <Button
        {...look}
        className="z-1"
        icon={<Gavel aria-hidden />}
        disabledReason={settleOff(record, role)}
        onClick={() => {
          setOpenings(openings + 1);
          setOpen(true);
        }}
      >
        Settle…
      </Button>
      <SettleDialog key={openings} record={record} open={open} onOpenChange={setOpen} />
    </>
  );
}
