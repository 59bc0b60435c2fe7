"use client";

import { AlarmClock } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { useNow } from "@/components/ui/clock";
import { formatDuration } from "@/components/ui/time-format";
import { Timestamp } from "@/components/ui/timestamp";
import { expirySays, type Validation } from "@/lib/progress/validation";

/** Less than this is worth a louder colour: enough to read the payloads, not enough to put it off. */
const soonMs = 60 * 60 * 1000;

type Due = Pick<Validation, "deadlineAt" | "onExpiry" | "escalation" | "escalatedAt">;

/** Until when, how long that still is, and what happens then: which is nothing outside. */
export function Deadline({ validation, now, className }: { validation: Due; now?: number; className?: string }) {
  const { deadlineAt } = validation;
  const local = useNow(1_000);
  const present = now ?? local;
  const left = present === null ? null : deadlineAt - present;
  const soon = left !== null && left < soonMs;
  return (
    <p className={classNames("text-sm", className)}>
      <AlarmClock
        aria-hidden
        className={classNames("mr-1.5 inline size-4 align-[-0.2em]", soon ? "text-attention" : "text-faint")}
      />
      Decide before <Timestamp at={deadlineAt} className="font-medium" />
      {left === null ? null : (
        <span className={soon ? "font-semibold text-attention-on-soft" : "text-muted"}>
          {left > 0 ? `, ${remaining(left)} left` : ", which has passed"}
        </span>
      )}
      . <span className="text-muted">After that {expirySays(validation)}.</span>
    </p>
  );
}

/** Whole minutes until the last few: a ticking second would only hurry the reader. */
function remaining(left: number): string {
  const step = left > 5 * 60_000 ? 60_000 : 1_000;
  return formatDuration(Math.ceil(left / step) * step);
}
