import { bytesText } from "@/components/progress/inspector/json-text";
import { Figure } from "@/components/ui/figure";
import { Panel } from "@/components/ui/panel";
import { formatDuration } from "@/components/ui/time-format";
import { formatCount } from "../../_components/trouble-words";
import type { View } from "./view";

/** What the two protections take, so that what they give has something to be held against. */
export function CostPanel({ view: { use, destinations, counted } }: { view: View }) {
  const { betweenSteps, checkpoints } = use;
  const rows = destinations.reduce((sum, one) => sum + one.rows, 0);
  const bytes = destinations.reduce((sum, one) => sum + one.bytes, 0);
  return (
    <Panel title="What the protections cost" note={`n = ${counted} runs`}>
      <div className="grid gap-3 sm:grid-cols-3">
        <Figure
          label="Checkpoints"
          value={`${formatCount(checkpoints.rows)} rows`}
          note={`${bytesText(checkpoints.bytes)} of results`}
        />
        <Figure
          label="Ledger"
          value={`${formatCount(rows)} rows`}
          note={`actions, attempts and evidence; ${bytesText(bytes)} of payloads and answers`}
        />
        <Figure
          label="Between two steps"
          value={betweenSteps.p50Ms === null ? "–" : formatDuration(betweenSteps.p50Ms)}
          note={
            betweenSteps.p95Ms === null
              ? "no run had two steps after each other"
              : `at the median, p95 ${formatDuration(betweenSteps.p95Ms)}, n = ${betweenSteps.n}: keeping the result is part of it, and so is the workflow's own code`
          }
        />
      </div>
    </Panel>
  );
}
