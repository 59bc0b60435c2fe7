"use client";

import { type ReactNode, useId } from "react";

export function Checkbox({
  label,
  hint,
  checked,
  onCheckedChange,
  disabledReason,
}: {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabledReason?: string;
}) {
  const id = useId();
  const off = disabledReason !== undefined;
  return (
    <label htmlFor={id} className="flex min-h-7 items-start gap-2 py-1 max-sm:min-h-11 max-sm:py-2.5">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={off}
        aria-describedby={hint || off ? `${id}-hint` : undefined}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-(--info)"
      />
      <span>
        <span className="block text-sm">{label}</span>
        {hint || off ? (
          <span id={`${id}-hint`} className="block text-xs text-muted">
            {disabledReason ?? hint}
          </span>
        ) : null}
      </span>
    </label>
  );
}
