import { Check, Minus } from "lucide-react";
import { Panel } from "@/components/ui/panel";
import { type AdviceRule, adviceThresholds } from "@/lib/review/advice";
import { recommendationLook } from "../../_components/recommendation-chip";
import type { View } from "./view";

const ruleWords: Record<AdviceRule, string> = {
  stopped_in_the_middle: "Workers stop in the middle of a run",
  long_pipeline: "It is a long pipeline",
  question_interrupted: "A person's decision was interrupted or resumed too early",
  timeout_after_a_write: "A write ended without an answer",
  retry_loop: "It retries a write in a loop",
  repeat_asked: "A write was asked for twice",
  repeat_not_undone: "A repeat cannot be taken back",
  several_tools: "It writes to several systems, and a repeat has real impact",
  reads_much_acts_on_something_sensitive: "It reads much, but acts on something sensitive",
};

const needWords = { checkpoint: "checkpoint", idempotency: "idempotency", both: "both" } as const;

/** The advice, each line of the rule with the numbers that it read, and why the limits are what they are. */
export function AdvicePanel({ view: { advice, counted } }: { view: View }) {
  const { label } = recommendationLook[advice.recommendation];
  const holding = advice.lines.filter(({ holds }) => holds);
  const others = advice.lines.filter(({ holds }) => !holds);
  return (
    <Panel title={`Recommendation: ${label.toLowerCase()}`} note={`n = ${counted} runs`}>
      <p className="text-base">{advice.next}</p>
      <Lines title="What speaks for it" lines={holding} empty="Nothing in these runs asks for a protection." />
      {advice.takeAway.length > 0 ? (
        <section className="mt-4">
          <h3 className="text-sm font-semibold">Costs something, and never helped</h3>
          <ul className="mt-1 list-disc pl-5 text-sm">
            {advice.takeAway.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <details className="mt-4 text-sm">
        <summary className="min-h-6 cursor-pointer text-muted hover:text-ink">
          What was looked at and does not hold ({others.length}), and the limits of the rule
        </summary>
        <Lines title="Does not hold" lines={others} empty="All of it holds." />
        <h3 className="mt-4 font-semibold">Limits</h3>
        <dl className="mt-1 grid gap-y-1.5 sm:grid-cols-[auto_1fr] sm:gap-x-4">
          {Object.entries(adviceThresholds).map(([name, { value, why }]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{thresholdWords[name as keyof typeof adviceThresholds](value)}</dt>
              <dd>{why}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Panel>
  );
}

/** The keys are exactly the thresholds'. */
const thresholdWords: Record<keyof typeof adviceThresholds, (value: number) => string> = {
  runsMin: (value) => `Advice from ${value} runs on`,
  lostMin: (value) => `${value} lost executions`,
  worthKeepingMs: (value) => `Worth keeping from ${value / 1_000} s on`,
  longMs: (value) => `Long from ${value / 1_000} s on`,
  pipelineSteps: (value) => `A pipeline from ${value} steps on`,
  readsMuch: (value) => `Reads much from ${value} steps on`,
  retriedShare: (value) => `A loop from ${value * 100} % on`,
  retriedMin: (value) => `and from ${value} actions on`,
  trialRuns: (value) => `Idle after ${value} runs`,
};

function Lines({ title, lines, empty }: { title: string; lines: View["advice"]["lines"]; empty: string }) {
  return (
    <section className="mt-4">
      <h3 className="text-sm font-semibold">{title}</h3>
      {lines.length === 0 ? <p className="mt-1 text-sm text-muted">{empty}</p> : null}
      <ul className="mt-1 flex flex-col gap-2">
        {lines.map(({ rule, needs, holds, says }) => (
          <li key={rule} className="flex gap-2 text-sm [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
            {holds ? <Check aria-hidden className="text-ok" /> : <Minus aria-hidden className="text-faint" />}
            <div>
              <p className="font-medium">
                {ruleWords[rule]} <span className="font-normal text-muted">· speaks for {needWords[needs]}</span>
              </p>
              <p className="text-muted">{says}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
