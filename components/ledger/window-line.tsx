import { ClockAlert } from "lucide-react";
import { formatDuration } from "@/components/ui/time-format";
import { Timestamp } from "@/components/ui/timestamp";
import { retryWindow } from "@/lib/ledger/retry-window";

type Props = { record: Parameters<typeof retryWindow>[0]; now: number | null };

/** That the safe retry is about to end, or that it has ended: states of their own, which no verdict's word tells. */
export function WindowLine({ record, now }: Props) {
  if (now === null) return null;
  const { state, until } = retryWindow(record, now);
  if (until === null || state === "none" || state === "open") return null;
  return (
    <span className="flex items-start gap-1.5 text-xs">
      <ClockAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-attention" />
      <span>
        {state === "closing" ? (
          <>The safe retry ends in {formatDuration(until - now)}.</>
        ) : (
          <>
            The window for a safe retry closed <Timestamp at={until} />.
          </>
        )}
      </span>
    </span>
  );
}
