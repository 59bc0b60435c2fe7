import Link from "next/link";
import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { type Tone, toneInk } from "./tone";

/** One number with its name; it opens the rows it counts. */
export function Figure({
  label,
  value,
  note,
  href,
  tone,
  className,
}: {
  label: ReactNode;
  value: ReactNode;
  /** n, the period before, the definition. */
  note?: ReactNode;
  href?: string;
  tone?: Tone;
  className?: string;
}) {
  return (
    <div
      className={classNames("relative rounded-xl border bg-surface px-4 py-3", href && "hover:bg-hover/60", className)}
    >
      <p className="text-sm text-muted">
        {href ? (
          <Link
            href={href}
            className="after:absolute after:inset-0 after:rounded-xl after:content-[''] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            {label}
          </Link>
        ) : (
          label
        )}
      </p>
      <p className={classNames("text-2xl font-semibold tracking-tight", tone && toneInk[tone])}>{value}</p>
      {note ? <p className="text-xs text-muted">{note}</p> : null}
    </div>
  );
}
