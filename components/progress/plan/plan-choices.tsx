"use client";

import { checkpointLook } from "@/components/progress/state";
import { Chip } from "@/components/ui/chip";
import { useZone } from "@/components/ui/clock";
import { RadioGroup } from "@/components/ui/radio-group";
import { formatAbsolute, formatDuration } from "@/components/ui/time-format";
import type { Plan } from "./plan";

/** Where to go on from: the latest checkpoint first, from zero last. Each says whether it can be opened. */
export function PlanChoices({
  plan,
  chosen,
  onChoose,
}: {
  plan: Plan;
  chosen: number;
  onChoose: (checkpoint: number) => void;
}) {
  const latest = plan.choices[0]?.checkpoint ?? 0;
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
        hint: <Hint choice={choice} latest={latest} />,
      }))}
    />
  );
}

function Hint({ choice, latest }: { choice: Plan["choices"][number]; latest: number }) {
  const zone = useZone();
  const { at, checkpoint, recommended, discouraged, again, fit } = choice;
  const words = [
    at === null ? "every step is computed again" : formatAbsolute(at, zone),
    checkpoint !== latest && again.steps > 0
      ? `${again.steps} finished ${again.steps === 1 ? "step" : "steps"} again, ${formatDuration(again.tookMs)} before`
      : null,
    checkpoint === latest && checkpoint > 0 ? "latest" : null,
    recommended ? "recommended" : null,
    discouraged ? `discouraged: ${again.sent.join(", ")} was attempted already` : null,
  ];
  return (
    <span className="flex flex-col gap-1">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {words.filter((word) => word !== null).join(" · ")}
        {fit === null ? null : <Fit value={fit.fit} />}
      </span>
      {fit?.text ? <span className="text-pretty">{fit.text}</span> : null}
    </span>
  );
}

/** Without the chip's tooltip: inside the label of a radio button nothing else may take the focus. */
function Fit({ value }: { value: NonNullable<Plan["choices"][number]["fit"]>["fit"] }) {
  const { tone, emphasis, icon: Icon, label } = checkpointLook[value];
  return (
    <Chip tone={tone} emphasis={emphasis} icon={<Icon aria-hidden />}>
      {label}
    </Chip>
  );
}
