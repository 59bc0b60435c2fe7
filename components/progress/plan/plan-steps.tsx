"use client";

import { History, Play } from "lucide-react";
import type { ReactNode } from "react";
import { formatDuration } from "@/components/ui/time-format";
import type { Plan } from "./plan";

type Planned = Plan["reused"][number];

export function PlanSteps({ plan }: { plan: Plan }) {
  return (
    <div className="divide-y rounded-lg border">
      <StepGroup
        icon={<History aria-hidden className="text-ok" />}
        title="Reused, not run again"
        steps={plan.reused}
        none="Nothing is reused: everything is computed from the start."
      />
      <StepGroup
        icon={<Play aria-hidden className="text-info" />}
        title="Will run"
        steps={plan.willRun}
        none="No step is known yet."
        then="then whatever the code does"
      />
    </div>
  );
}

function StepGroup({
  icon,
  title,
  steps,
  none,
  then,
}: {
  icon: ReactNode;
  title: string;
  steps: readonly Planned[];
  none: string;
  then?: string;
}) {
  return (
    <section aria-label={title} className="flex flex-col gap-x-4 px-3 py-2.5 text-sm sm:flex-row">
      <h3 className="flex w-52 shrink-0 items-start gap-2 font-medium [&>svg]:mt-0.5 [&>svg]:size-4">
        {icon}
        <span>
          {title}
          <span className="block font-normal text-muted">
            {steps.length} {steps.length === 1 ? "step" : "steps"}
          </span>
        </span>
      </h3>
      <div className="min-w-0 flex-1 max-sm:pl-6">
        {steps.length === 0 ? (
          <p className="text-muted">{none}</p>
        ) : (
          <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
            {steps.map((step, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a plan is replaced as a whole, and names may repeat in it
              <li key={index}>
                <PlannedStep step={step} />
              </li>
            ))}
          </ul>
        )}
        {then && steps.length > 0 ? <p className="text-xs text-muted">{then}</p> : null}
      </div>
    </section>
  );
}

function PlannedStep({ step }: { step: Planned }) {
  return (
    <>
      {step.name}
      {step.occurrence === "" ? null : ` ${step.occurrence}`}
      {!step.tookMs ? null : <span className="text-xs text-muted"> took {formatDuration(step.tookMs)}</span>}
      {step.expected ? <span className="text-xs text-muted"> as in the last finished run</span> : null}
    </>
  );
}
