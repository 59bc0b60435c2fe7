import { Check, CircleQuestionMark, CircleX, LoaderCircle, Minus } from "lucide-react";
import type { z } from "zod";
import { Checkbox } from "@/components/ui/checkbox";
import { TextLink } from "@/components/ui/text-link";
import type { PlannedRun as PlannedRunSchema } from "@/lib/api/contract/views";
import { paths } from "@/lib/client/paths";
import type { BulkOutcome } from "./bulk-resume";

export type PlannedRun = z.output<typeof PlannedRunSchema>;

type Props = {
  row: PlannedRun;
  chosen: boolean;
  onChosen: (chosen: boolean) => void;
  /** Null while runs are still being chosen. */
  outcome: BulkOutcome | null;
};

/** One run: its plan in figures while one chooses, then what came of it. */
export function BulkRunLine({ row, chosen, onChosen, outcome }: Props) {
  const { run, disabled, stopsAgain } = row;
  const name = run.subject ?? run.logicalRunId;
  if (outcome !== null) {
    return (
      <li className="flex items-start gap-2 px-3 py-2 text-sm">
        <OutcomeIcon outcome={outcome} />
        <span className="min-w-0">
          <TextLink href={paths.run(run.id)}>{name}</TextLink>{" "}
          <span className="text-muted">{outcomeWords(outcome)}</span>
        </span>
      </li>
    );
  }
  return (
    <li className="px-3 py-0.5">
      <Checkbox
        label={
          <>
            <span className="font-medium">{name}</span> <span className="text-xs text-muted">{run.workflow}</span>
          </>
        }
        hint={stopsAgain ?? planWords(row)}
        checked={chosen}
        onCheckedChange={onChosen}
        disabledReason={disabled?.why}
      />
    </li>
  );
}

/** "from checkpoint 3: 3 reused, 2 run; 1 protected, 1 may be sent". */
export function planWords({ from, counts, checksFirst, holds }: PlannedRun): string {
  const place = from === 0 ? "from zero" : `from checkpoint ${from}`;
  const outside = [
    [counts.protected, "protected"],
    [counts.mayBeSent, "may be sent"],
    [counts.needsDecision, "held for a decision"],
    [counts.unknown, checksFirst ? "looked up first" : "unknown"],
  ] as const;
  const sent = outside.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []));
  const waits = holds.length > 0 ? `; waits, as ${holds.join(", ")} is held` : "";
  const actions = sent.length > 0 ? sent.join(", ") : "nothing was sent beyond it";
  return `${place}: ${counts.reused} reused, ${counts.willRun} run; ${actions}${waits}`;
}

function outcomeWords(outcome: BulkOutcome): string {
  switch (outcome.kind) {
    case "waiting":
      return "not tried";
    case "resuming":
      return "resuming…";
    case "resumed":
      return `execution ${outcome.executionNumber} started`;
    case "overtaken":
      return outcome.why;
    case "refused":
      return `not resumed: ${outcome.why}`;
    case "unanswered":
      return `no answer: ${outcome.why} Going on sends the same click again, which is never done twice.`;
  }
}

function OutcomeIcon({ outcome }: { outcome: BulkOutcome }) {
  const className = "mt-0.5 size-4 shrink-0";
  switch (outcome.kind) {
    case "waiting":
      return <Minus aria-hidden className={`${className} text-faint`} />;
    case "resuming":
      return <LoaderCircle aria-hidden className={`${className} text-info motion-safe:animate-spin`} />;
    case "resumed":
      return <Check aria-hidden className={`${className} text-ok`} />;
    case "overtaken":
      return <Check aria-hidden className={`${className} text-muted`} />;
    case "refused":
      return <CircleX aria-hidden className={`${className} text-attention`} />;
    case "unanswered":
      return <CircleQuestionMark aria-hidden className={`${className} text-attention`} />;
  }
}
