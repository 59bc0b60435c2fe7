"use client";

import { useState } from "react";
import type { z } from "zod";
import type { JudgedAction } from "@/components/ledger/judged-action";
import { ReviseButton } from "@/components/ledger/revise-button";
import type { ButtonVariant } from "@/components/ui/button-class";
import type { ThreeAnswers } from "@/lib/api/contract/views";
import type { NearMiss } from "@/lib/ledger/near-miss";
import type { Role } from "@/lib/progress/validation";

type WayOut = z.output<typeof ThreeAnswers>["retry"]["wayOut"];
type Decision = { record: JudgedAction; near: NearMiss | null };

type Props = {
  wayOut: WayOut;
  ledger: readonly JudgedAction[];
  role: Role;
  variant?: ButtonVariant;
  onOpenChange?: (open: boolean) => void;
};

/** What helps a run that a resume alone would only stop again. The dialog keeps what is typed although it is decided meanwhile. */
export function RunWayOut({ wayOut, ledger, role, variant = "primary", onOpenChange }: Props) {
  const [opened, setOpened] = useState<Decision | null>(null);
  const shown = opened ?? decisionOf(wayOut, ledger);
  if (shown === null) return null;
  return (
    <ReviseButton
      {...shown}
      role={role}
      variant={variant}
      onOpenChange={(open) => {
        setOpened(open ? shown : null);
        onOpenChange?.(open);
      }}
    />
  );
}

/** Null where nothing in the console helps, such as for code that changed. */
function decisionOf(wayOut: WayOut, ledger: readonly JudgedAction[]): Decision | null {
  const record = ledger.find(({ action }) => action.id === wayOut?.actionId);
  if (wayOut === null || record === undefined) return null;
  const isAsked = wayOut.as === "keep_or_revise";
  const open = record.nearMisses.find(({ kind, state }) => kind === "other_payload" && state === "open");
  return { record, near: isAsked ? (open ?? null) : null };
}
