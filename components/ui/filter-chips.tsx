"use client";

import type { ReactNode } from "react";
import { classNames } from "./class-names";

export type FilterChip<Value extends string> = { value: Value; label: ReactNode; icon?: ReactNode; count?: number };

/** One row of switches with counts above a list; pressing the chosen one again lifts the filter. */
export function FilterChips<Value extends string>({
  label,
  options,
  value,
  onValueChange,
}: {
  label: string;
  options: readonly FilterChip<Value>[];
  value: Value | null;
  onValueChange: (value: Value | null) => void;
}) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => {
        const chosen = option.value === value;
        return (
          <button
            key={option.value}
            type="button"
            aria-pressed={chosen}
            onClick={() => onValueChange(chosen ? null : option.value)}
            className={classNames(
              "inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-xs font-medium text-muted hover:bg-hover hover:text-ink max-sm:h-9 [&_svg]:size-3.5",
              chosen && "border-transparent bg-ink text-on-ink hover:bg-ink hover:text-on-ink",
              option.count === 0 && !chosen && "text-faint",
            )}
          >
            {option.icon}
            {option.label}
            {option.count === undefined ? null : <span className="font-semibold">{option.count}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}
