"use client";

import { useZone } from "@/components/ui/clock";
import { RadioGroup } from "@/components/ui/radio-group";
import { formatAbsolute } from "@/components/ui/time-format";
import type { Plan } from "./plan";

/** Where to go on from: the latest checkpoint first, from zero last. */
export function PlanChoices({
  plan,
  chosen,
  onChoose,
}: {
  plan: Plan;
  chosen: number;
  onChoose: (checkpoint: number) => void;
}) {
  const zone = useZone();
  return (
    <RadioGroup
      label="From"
      value={String(chosen)}
      onValueChange={(value) => onChoose(Number(value))}
      options={plan.choices.map((choice) => ({
        value: String(choice.checkpoint),
        label:
          choice.checkpoint === 0
            ? "From zero"
            : `Checkpoint ${choice.checkpoint}, after ${choice.stepName ?? "a step"}`,
        hint: [
          choice.at === null ? "every step is computed again" : formatAbsolute(choice.at, zone),
          choice.recommended ? "latest, recommended" : null,
        ]
          .filter(Boolean)
          .join(" · "),
      }))}
    />
  );
}
