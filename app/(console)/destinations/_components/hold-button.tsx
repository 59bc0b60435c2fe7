"use client";

import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { mayCommand, operatorMay } from "@/lib/api/contract/command";
import type { Role } from "@/lib/progress/validation";
import type { DestinationRow } from "./destination-row";
import { HoldDialog } from "./hold-dialog";

/** Hold and release are two buttons in one place: what can be pressed is what is not so yet. */
export function HoldButton({ row, role }: { row: DestinationRow; role: Role }) {
  const verb = row.hold === null ? "hold" : "release";
  const [opened, setOpened] = useState<{ verb: "hold" | "release"; times: number }>({ verb, times: 0 });
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={verb === "hold" ? <Pause aria-hidden /> : <Play aria-hidden />}
        variant={verb === "release" ? "primary" : "secondary"}
        disabledReason={
          operatorMay(role, verb) ? null : `To ${verb}, you need one of these roles: ${mayCommand[verb].join(", ")}.`
        }
        onClick={() => {
          setOpened({ verb, times: opened.times + 1 });
          setOpen(true);
        }}
      >
        {verb === "hold" ? "Hold…" : "Release…"}
      </Button>
      <HoldDialog key={opened.times} verb={opened.verb} row={row} open={open} onOpenChange={setOpen} />
    </>
  );
}
