"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { isActiveAdmin, personRefusals } from "@/lib/auth/people/person";
import { ChangePersonDialog } from "./change-person-dialog";
import type { Changing } from "./change-words";

/** One of the buttons of an account; off with its reason where the server would refuse. */
export function ChangePersonButton(changing: Changing) {
  const [times, setTimes] = useState(0);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        disabledReason={whyOff(changing)}
        aria-label={`${labels[changing.kind]} ${changing.person.name}`}
        onClick={() => {
          setTimes(times + 1);
          setOpen(true);
        }}
      >
        {labels[changing.kind]}
      </Button>
      <ChangePersonDialog key={times} {...changing} open={open} onOpenChange={setOpen} />
    </>
  );
}

const labels: Record<Changing["kind"], string> = {
  role: "Change role…",
  sign_out: "Sign out…",
  disable: "Disable…",
  enable: "Enable…",
};

function whyOff({ kind, person, otherAdmins }: Changing): string | null {
  if (kind === "sign_out") return person.sessions === 0 ? "Nobody is signed in with it." : null;
  if (kind === "enable") return null;
  return isActiveAdmin(person) && otherAdmins === 0 ? personRefusals.last_admin : null;
}
