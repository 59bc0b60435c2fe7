"use client";

import { CircleDot, CloudOff, Gauge, type LucideIcon, Pause, Radio, RefreshCw } from "lucide-react";
import { Chip } from "./chip";
import { useNow, useZone } from "./clock";
import { formatClock, formatRelative, type Moment } from "./time-format";
import type { Emphasis, Tone } from "./tone";

export type LiveState = "live" | "paused" | "reconnecting" | "stale" | "off" | "capped";

const look: Record<LiveState, { label: string; tone: Tone; emphasis: Emphasis; icon: LucideIcon }> = {
  live: { label: "Live", tone: "ok", emphasis: "outline", icon: Radio },
  paused: { label: "Paused", tone: "neutral", emphasis: "soft", icon: Pause },
  reconnecting: { label: "Reconnecting", tone: "info", emphasis: "soft", icon: RefreshCw },
  stale: { label: "Stale", tone: "attention", emphasis: "soft", icon: CloudOff },
  off: { label: "Final", tone: "neutral", emphasis: "outline", icon: CircleDot },
  capped: { label: "Refresh by hand", tone: "attention", emphasis: "outline", icon: Gauge },
};

/** How fresh the screen is; always in the same corner. Only a change of state is read out, not every second. */
export function LiveChip({
  state,
  updatedAt,
  newCount = 0,
  now,
}: {
  state: LiveState;
  /** When the shown data was read. */
  updatedAt?: Moment;
  /** What waits while paused. */
  newCount?: number;
  now?: number;
}) {
  const { label, tone, emphasis, icon: Icon } = look[state];
  return (
    <Chip tone={tone} emphasis={emphasis} icon={<Icon aria-hidden />} className="rounded-full px-2">
      <span role="status">{label}</span>
      <span aria-hidden>
        <Detail state={state} updatedAt={updatedAt} newCount={newCount} now={now} />
      </span>
    </Chip>
  );
}

function Detail({
  state,
  updatedAt,
  newCount,
  now,
}: {
  state: LiveState;
  updatedAt?: Moment;
  newCount: number;
  now?: number;
}) {
  const shared = useNow(1_000);
  const zone = useZone();
  const present = now ?? shared;
  if (state === "paused" && newCount > 0) return ` · ${newCount} new`;
  if (updatedAt === undefined || present === null) return null;
  if (state === "live") return ` · updated ${formatRelative(updatedAt, present)}`;
  if (state === "stale") return ` since ${formatClock(updatedAt, zone)}`;
  return null;
}
