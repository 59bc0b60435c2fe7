import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";
import { type Emphasis, type Tone, toneFill } from "./tone";

export type ChipProps = ComponentProps<"span"> & {
  tone?: Tone;
  emphasis?: Emphasis;
  icon?: ReactNode;
  /** A dashed ring: what we cannot know. It survives print in grey and any colour blindness. */
  dashed?: boolean;
};

export function Chip({ tone = "neutral", emphasis = "soft", icon, dashed, className, children, ...rest }: ChipProps) {
  return (
    <span
      {...rest}
      className={classNames(
        "inline-flex h-6 max-w-full items-center gap-1 rounded-md border px-1.5 text-xs font-medium whitespace-nowrap",
        "[&_svg]:size-3.5 [&_svg]:shrink-0",
        toneFill[tone][emphasis],
        dashed && "m-[3px] outline-[1.5px] outline-offset-1 outline-dashed",
        dashed && dashedRing[tone],
        className,
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}

const dashedRing: Record<Tone, string> = {
  ok: "outline-ok",
  info: "outline-info",
  attention: "outline-attention",
  danger: "outline-danger",
  neutral: "outline-neutral",
};
