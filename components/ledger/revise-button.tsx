"use client";

import { PencilLine } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import type { NearMiss } from "@/lib/ledger/near-miss";
import type { Role } from "@/lib/progress/validation";
import type { JudgedAction } from "./judged-action";
import { reviseOff } from "./press";
import { ReviseDialog } from "./revise-dialog";

type Props = {
  record: JudgedAction;
  near: NearMiss | null;
  role: Role;
  /** Told when the dialog opens and closes, so that a list can keep what is being decided. */
  onOpenChange?: (open: boolean) => void;
} & Pick<ButtonProps, "size" | "variant">;

/** Decides on an ask that differs, or corrects an action that was refused. */
export function ReviseButton({ record, near, role, onOpenChange, ...look }: Props) {
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
        icon={<PencilLine aria-hidden />}
        disabledReason={reviseOff(record, near, role)}
        onClick={() => {
          setOpenings(openings + 1);
          setOpen(true);
        }}
      >
        {near ? "Keep or revise…" : "Revise…"}
      </Button>
      <ReviseDialog key={openings} record={record} near={near} open={open} onOpenChange={setOpen} />
    </>
  );
}
