"use client";

import { classNames } from "./class-names";
import { useNow } from "./clock";
import { formatDuration, type Moment, toMs } from "./time-format";

/** A length of time; counts on while `to` is missing. */
export function Duration({
  from,
  to,
  now,
  className,
}: {
  from: Moment;
  to?: Moment | null;
  now?: number;
  className?: string;
}) {
  return (
    <span className={classNames("whitespace-nowrap", className)}>
      {to === null || to === undefined ? <Counting from={from} now={now} /> : formatDuration(toMs(to) - toMs(from))}
    </span>
  );
}

function Counting({ from, now }: { from: Moment; now?: number }) {
  const shared = useNow(1_000);
  const present = now ?? shared;
  if (present === null) return "…";
  // Whole seconds: tenths would flicker once a second without telling anything.
  return formatDuration(Math.max(0, Math.floor((present - toMs(from)) / 1_000) * 1_000));
}
