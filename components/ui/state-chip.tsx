import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Chip } from "./chip";
import type { Emphasis, Tone } from "./tone";
import { Tooltip } from "./tooltip";

/** How one value of a state looks and what it means; the two halves keep exhaustive tables of these. */
export type StateLook = {
  label: string;
  tone: Tone;
  emphasis: Emphasis;
  icon: LucideIcon;
  /** One sentence. */
  meaning: string;
  /** Turns while the thing moves; still under reduced motion. */
  spins?: boolean;
  dashed?: boolean;
  /** The icon's shape filled in: the chosen one among equals. */
  filled?: boolean;
};

export type StateChipProps = {
  look: StateLook;
  /** Replaces the label where a figure belongs in it: "Retrying (2 of 5)". */
  label?: ReactNode;
  /** Added to the meaning in the tooltip: "since 02:41". */
  since?: ReactNode;
  className?: string;
};

export function StateChip({ look, label, since, className }: StateChipProps) {
  const Icon = look.icon;
  const chip = (
    <Chip
      tone={look.tone}
      emphasis={look.emphasis}
      dashed={look.dashed}
      className={className}
      icon={
        <Icon
          aria-hidden
          className={
            look.spins ? "[animation-duration:2.4s] motion-safe:animate-spin" : look.filled ? "fill-current" : undefined
          }
        />
      }
    >
      {label ?? look.label}
    </Chip>
  );
  const content = (
    <>
      {look.meaning}
      {since ? <> {since}</> : null}
    </>
  );
  return <Tooltip content={content} render={chip} />;
}
