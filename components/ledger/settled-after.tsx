import { Duration } from "@/components/ui/duration";
import { Missing } from "./missing";

/** How long it took to know the outcome, or for how long nobody has known it. */
export function SettledAfter({
  firstBegunAt,
  settledAt,
  now,
}: {
  firstBegunAt: number | null;
  settledAt: number | null;
  now: number;
}) {
  if (firstBegunAt === null) return <Missing>–</Missing>;
  if (settledAt === null) {
    return (
      <span className="whitespace-nowrap">
        open <Duration from={firstBegunAt} now={now} />
      </span>
    );
  }
  return (
    <span className="whitespace-nowrap">
      after <Duration from={firstBegunAt} to={settledAt} />
    </span>
  );
}
