import { CircleQuestionMark } from "lucide-react";
import { actionLook, actionMarkLook } from "@/components/ledger/state";
import { Chip } from "@/components/ui/chip";
import { classNames } from "@/components/ui/class-names";
import { toneInk } from "@/components/ui/tone";
import type { ActionState } from "@/lib/ledger/action";

const order: readonly ActionState[] = ["held", "sending", "refused", "planned", "confirmed", "withdrawn"];

/** What the run's ledger says, in figures; unknown ones stand apart, as they ask for somebody. */
export function ActionCounts({ counts, avoided }: { counts: Partial<Record<ActionState, number>>; avoided: number }) {
  const unknown = counts.unknown ?? 0;
  const shown = order.flatMap((state) => (counts[state] ? [{ look: actionLook[state], count: counts[state] }] : []));
  if (avoided > 0) shown.push({ look: actionMarkLook.duplicate_avoided, count: avoided });
  if (unknown === 0 && shown.length === 0) return <span className="text-faint">none</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 sm:min-w-20">
      {unknown > 0 ? (
        <Chip tone="attention" emphasis="solid" dashed icon={<CircleQuestionMark aria-hidden />}>
          {unknown} to check
        </Chip>
      ) : null}
      {shown.map(({ look, count }) => (
        <span key={look.label} title={look.label} className="inline-flex items-center gap-1 text-xs text-muted">
          <look.icon aria-hidden className={classNames("size-3.5", toneInk[look.tone])} />
          {count}
          <span className="sr-only"> {look.label.toLowerCase()}</span>
        </span>
      ))}
    </span>
  );
}
