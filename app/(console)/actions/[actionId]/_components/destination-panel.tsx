"use client";

import {
  codesText,
  effectText,
  impactText,
  lookUpText,
  probeText,
  repeatText,
} from "@/components/ledger/destination-sentences";
import { alone } from "@/components/ledger/destination-title";
import { useZone } from "@/components/ui/clock";
import { KeyValues } from "@/components/ui/key-values";
import { Panel } from "@/components/ui/panel";
import { formatAbsolute, formatDuration } from "@/components/ui/time-format";
import type { Action } from "@/lib/ledger/action";
import { sameKeyUntil } from "@/lib/ledger/verdict";

/** How the destination treats repeats, as it was declared when the action was made. */
export function DestinationPanel({ action }: { action: Action }) {
  const { declaration } = action;
  const zone = useZone();
  const until = sameKeyUntil(action);
  return (
    <Panel title={alone(declaration.title)} note="as declared when the action was made">
      <KeyValues
        stacked
        items={[
          { key: "repeat", label: "Repeats", value: repeatText(declaration) },
          {
            key: "until",
            label: "Same key until",
            value: until === null ? null : formatAbsolute(until, zone),
          },
          { key: "impact", label: "If repeated", value: impactText[declaration.impact] },
          { key: "effect", label: "Effect", value: effectText[declaration.effect] },
          { key: "probe", label: "Look-up", value: probeText(declaration) },
          { key: "look-ups", label: "Unknown ones", value: lookUpText(declaration) },
          { key: "codes", label: "Refusals", value: codesText(declaration) },
          { key: "deadline", label: "One attempt", value: `may take ${formatDuration(declaration.deadlineMs)}` },
          { key: "owner", label: "Owner", value: declaration.owner ?? "nobody is named" },
          { key: "runbook", label: "Runbook", value: declaration.runbook ?? "none" },
        ]}
      />
    </Panel>
  );
}
