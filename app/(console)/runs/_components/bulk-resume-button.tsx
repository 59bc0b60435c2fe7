"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { mayCommand, operatorMay } from "@/lib/api/contract/command";
import type { RunFilters } from "@/lib/client/run-queries";
import type { Role } from "@/lib/progress/validation";
import { BulkResumeDialog } from "./bulk-resume-dialog";

/** `count` is null while nobody knows yet. Opens the plans of all runs that the list's filter shows, and resumes nothing by itself. */
export function BulkResumeButton({ filters, count, role }: { filters: RunFilters; count: number | null; role: Role }) {
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const nothing = count === null ? "The list is being read." : count === 0 ? "No run is interrupted." : null;
  const off = operatorMay(role, "resume")
    ? nothing
    : `To resume, you need one of these roles: ${mayCommand.resume.join(", ")}.`;
  return (
    <>
      <Button
        icon={<Play aria-hidden />}
        disabledReason={off}
        onClick={() => {
          setOpenings(openings + 1);
          setOpen(true);
        }}
      >
        Resume several…
      </Button>
      {openings > 0 ? <BulkResumeDialog key={openings} filters={filters} open={open} onOpenChange={setOpen} /> : null}
    </>
  );
}
