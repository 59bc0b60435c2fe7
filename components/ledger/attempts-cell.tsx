import { Duration } from "@/components/ui/duration";
import type { Action } from "@/lib/ledger/action";
import { Missing } from "./missing";

/** How often it was tried, and how long it took to know the outcome, or for how long nobody has known it. */
export function AttemptsCell({
  action,
  count,
  now,
}: {
  action: Pick<Action, "firstBegunAt" | "settledAt">;
  count: number;
  /** Null until the browser took over. */
  now: number | null;
}) {
  const { firstBegunAt, settledAt } = action;
  if (firstBegunAt === null) return <Missing>none</Missing>;
  return (
    <span className="block whitespace-nowrap">
      {count}
      <span className="block text-xs text-muted max-sm:inline max-sm:before:content-['_·_']">
        {settledAt === null ? "open " : "settled after "}
        <Duration from={firstBegunAt} to={settledAt} now={now ?? undefined} />
      </span>
    </span>
  );
}
