"use client";

import { ClipboardCheck, Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { operatorMay } from "@/lib/api/contract/command";
import { DealDialog, type DealProps } from "./deal-dialog";

export function DealButton(props: DealProps) {
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const reopens = props.as === "reopened";
  const may = operatorMay(props.role, reopens ? "reopen" : "accept");
  return (
    <>
      <Button
        size="sm"
        icon={reopens ? <Undo2 aria-hidden /> : <ClipboardCheck aria-hidden />}
        disabledReason={may ? null : "Your role may look, not answer for a run. Ask an operator, a lead or an admin."}
        onClick={() => {
          setOpenings(openings + 1);
          setOpen(true);
        }}
      >
        {reopens ? "Open again…" : "Accept…"}
      </Button>
      <DealDialog key={openings} {...props} open={open} onOpenChange={setOpen} />
    </>
  );
}
