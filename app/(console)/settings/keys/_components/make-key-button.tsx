"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { MakeKeyDialog } from "./make-key-dialog";

export function MakeKeyButton() {
  const [times, setTimes] = useState(0);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="primary"
        icon={<Plus aria-hidden />}
        onClick={() => {
          setTimes(times + 1);
          setOpen(true);
        }}
      >
        Make a key…
      </Button>
      <MakeKeyDialog key={times} open={open} onOpenChange={setOpen} />
    </>
  );
}
