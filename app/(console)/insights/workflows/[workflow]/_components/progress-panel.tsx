import { Figure } from "@/components/ui/figure";
import { Panel } from "@/components/ui/panel";
import { formatDuration } from "@/components/ui/time-format";
import { formatCount, formatUsd } from "../../_components/trouble-words";
import { rowsHref } from "./rows";
import type { View } from "./view";

/** What lost executions cost, and what checkpoints saved. */
export function ProgressPanel({ view }: { view: View }) {
  const { workflow, use, lostCost, again } = view;
  const resumed = again.length - lostCost.steps;
  return (
    <Panel title="Progress: what was lost, what was saved">
      <p className="text-base">{sentence(view)}</p>
      <div className="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Figure
          label="Lost executions"
          value={use.lost.executions}
          note={`in ${use.lost.runIds.length} ${use.lost.runIds.length === 1 ? "run" : "runs"}`}
          href={rowsHref(workflow, "lost")}
        />
        <Figure
          label="Computed again"
          value={lostCost.steps}
          note={`steps after a lost execution: ${formatDuration(lostCost.ms)}`}
          href={rowsHref(workflow, "again")}
        />
        <Figure
          label="Tokens and money"
          value={lostCost.steps === 0 ? "None" : lostCost.metered === 0 ? "Not reported" : formatUsd(lostCost.microUsd)}
          note={
            lostCost.steps === 0
              ? "nothing was computed again"
              : lostCost.metered === 0
                ? "no such step reported any by step.meter"
                : `${formatCount(lostCost.tokens)} tokens, as ${lostCost.metered} of ${lostCost.steps} steps reported`
          }
        />
        <Figure
          label="Taken from checkpoints"
          value={use.reused.steps}
          note={`steps not computed again: ${formatDuration(use.reused.tookMs)}`}
        />
        <Figure
          label="Computed after a resume"
          value={resumed}
          note="steps that a person chose to compute again"
          href={rowsHref(workflow, "resumed")}
        />
        <Figure
          label="Questions made void"
          value={use.validations.madeVoid}
          note={`of ${use.validations.asked} asked of people`}
          href={rowsHref(workflow, "void")}
        />
        <Figure label="Steps in a run" value={use.plainSteps} note="at most, without actions and questions" />
        <Figure
          label="Computes for"
          value={use.computedP50Ms === null ? "–" : formatDuration(use.computedP50Ms)}
          note={use.computedP50Ms === null ? "no run succeeded" : "a run that succeeded, at the median"}
        />
      </div>
    </Panel>
  );
}

function sentence({ use, lostCost }: View): string {
  if (use.lost.executions === 0) return "No execution was lost in the middle of a run.";
  const lost = `${use.lost.executions} ${use.lost.executions === 1 ? "execution was" : "executions were"} lost`;
  return lostCost.steps === 0
    ? `${lost}, and nothing had to be computed again.`
    : `${lost}; what had to be computed again took ${formatDuration(lostCost.ms)} the first time.`;
}
