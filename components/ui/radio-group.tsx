"use client";

import { type ReactNode, useId } from "react";
import { classNames } from "./class-names";
import { FieldError } from "./field";

export type RadioOption<Value extends string> = {
  value: Value;
  label: ReactNode;
  /** A second line under the label. */
  hint?: ReactNode;
  disabledReason?: string;
  /** Shown only while this option is chosen: the fields it needs. */
  details?: ReactNode;
};

export function RadioGroup<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  required,
  error,
  hideLabel = false,
  className,
}: {
  label: ReactNode;
  options: readonly RadioOption<Value>[];
  value: Value | null;
  onValueChange: (value: Value) => void;
  required?: boolean;
  error?: ReactNode;
  hideLabel?: boolean;
  className?: string;
}) {
  const name = useId();
  return (
    <fieldset className={className} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={hideLabel ? "sr-only" : "mb-1.5 text-sm font-medium"}>
        {label}
        {required ? <span className="font-normal text-faint"> (required)</span> : null}
      </legend>
      <div className="divide-y overflow-clip rounded-lg border">
        {options.map((option) => {
          const id = `${name}-${option.value}`;
          const off = option.disabledReason !== undefined;
          const chosen = option.value === value;
          return (
            <div key={option.value} className={classNames("relative", chosen && "bg-info-soft/50")}>
              <label
                htmlFor={id}
                className={classNames(
                  "flex min-h-9 gap-2.5 px-3 py-2 max-sm:min-h-11 max-sm:py-2.5",
                  !off && "hover:bg-hover/60",
                )}
              >
                <input
                  id={id}
                  type="radio"
                  name={name}
                  value={option.value}
                  checked={chosen}
                  required={required}
                  disabled={off}
                  aria-describedby={option.hint || off ? `${id}-hint` : undefined}
                  onChange={() => onValueChange(option.value)}
                  className="mt-0.5 size-4 shrink-0 accent-(--info) outline-offset-2"
                />
                <span className="min-w-0 flex-1">
                  <span className={classNames("block text-sm font-medium", off && "text-faint")}>{option.label}</span>
                  {option.hint || off ? (
                    <span id={`${id}-hint`} className="block text-xs text-muted">
                      {option.disabledReason ?? option.hint}
                    </span>
                  ) : null}
                </span>
              </label>
              {chosen && option.details ? <div className="px-3 pb-3 pl-9.5">{option.details}</div> : null}
            </div>
          );
        })}
      </div>
      {error ? <FieldError id={`${name}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}
