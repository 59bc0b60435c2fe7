"use client";

import { classNames } from "./class-names";
import { useNow, useZone } from "./clock";
import { useCopy } from "./copy";
import { formatAbsolute, formatClock, formatDay, formatIso, formatRelative, type Moment } from "./time-format";
import { Tooltip } from "./tooltip";

export type TimestampProps = {
  at: Moment;
  /** Relative for recency in lists, absolute for facts, clock where the day is known, ISO for code. */
  kind?: "relative" | "absolute" | "clock" | "iso";
  /** The present, for pages whose clock is not the wall's; otherwise the shared clock. */
  now?: number;
  className?: string;
};

/** Never relative only: the absolute time with its offset is one focus away, and a click copies ISO in UTC. */
export function Timestamp({ at, kind = "absolute", now, className }: TimestampProps) {
  const zone = useZone();
  const { copied, copy } = useCopy();
  const absolute = formatAbsolute(at, zone);
  if (kind === "absolute")
    return (
      <time dateTime={formatIso(at)} className={classNames("whitespace-nowrap", className)}>
        {absolute}
      </time>
    );
  if (kind === "iso")
    return (
      <time dateTime={formatIso(at)} className={classNames("font-mono text-xs", className)}>
        {formatIso(at)}
      </time>
    );

  const button = (
    <button
      type="button"
      onClick={() => copy(formatIso(at))}
      className={classNames(
        "relative z-1 inline-flex min-h-6 items-center rounded-sm whitespace-nowrap hover:text-ink",
        className,
      )}
    >
      <time dateTime={formatIso(at)}>
        {kind === "clock" ? formatClock(at, zone) : <Recency at={at} now={now} zone={zone} />}
      </time>
      <span className="sr-only">{copied ? "Copied" : `, ${absolute}, copy`}</span>
    </button>
  );
  return <Tooltip content={copied ? "Copied as ISO, UTC" : `${absolute}. Click copies ISO, UTC.`} render={button} />;
}

/** Before the browser takes over the time is told without the present: as briefly, so that nothing moves then. */
function Recency({ at, now, zone }: { at: Moment; now?: number; zone: string }) {
  const shared = useNow(1_000);
  const present = now ?? shared;
  return present === null ? `${formatDay(at, zone)} ${formatClock(at, zone).slice(0, 5)}` : formatRelative(at, present);
}
