"use client";

import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { ButtonSize, ButtonVariant } from "@/components/ui/button-class";
import { resumeOff } from "./plan/plan";
import { ResumeDialog, type ResumeDialogProps } from "./resume-dialog";

type Props = Pick<ResumeDialogProps, "run" | "role" | "initialFrom" | "onResumed"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Given together where the address says whether the plan is open. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** Opens the plan, and never resumes by itself. */
export function ResumeButton({ run, role, initialFrom, onResumed, variant = "primary", size, ...given }: Props) {
  const [ownOpen, setOwnOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const open = given.open ?? ownOpen;
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setOpenings(openings + 1);
  }
  const setOpen = given.onOpenChange ?? setOwnOpen;
  return (
    <>
      <Button
        variant={variant}
        size={size}
        icon={<RotateCw aria-hidden />}
        disabledReason={resumeOff(run, role)}
        onClick={() => setOpen(true)}
      >
        Resume…
      </Button>
      <ResumeDialog
        key={openings}
        run={run}
        role={role}
        open={open}
        onOpenChange={setOpen}
        initialFrom={initialFrom}
        onResumed={onResumed}
      />
    </>
  );
}
