"use client";

import { type ReactNode, useId } from "react";

/** One of a few ways to see the same thing. Radio buttons underneath, so that arrow keys choose. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onValueChange,
}: {
  label: string;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onValueChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className="inline-flex rounded-md border border-line-strong bg-canvas p-px">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex h-6 items-center rounded-sm px-2 text-xs font-medium text-muted select-none hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-control has-focus-visible:outline-2 has-focus-visible:outline-focus max-sm:h-9 max-sm:px-3"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
