"use client";

import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { controlClass, Field, type FieldProps, useFieldIds } from "./field";

export type SelectOption<Value extends string> = { value: Value; label: string; disabled?: boolean };

/** The platform's own select: best on a phone, and it costs no script. */
export function Select<Value extends string>({
  label,
  hint,
  error,
  required,
  className,
  options,
  onValueChange,
  inline = false,
  ...rest
}: FieldProps &
  Omit<ComponentProps<"select">, "id" | "className" | "onChange" | "children"> & {
    options: readonly SelectOption<Value>[];
    onValueChange?: (value: Value) => void;
    /** Label at the left, for tool bars. */
    inline?: boolean;
  }) {
  const { id, describedBy } = useFieldIds({ hint, error });
  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      error={error}
      required={required}
      className={classNames(
        inline && "flex-row items-center gap-2 [&>label]:shrink-0 [&>label]:font-normal [&>label]:text-muted",
        className,
      )}
    >
      <span className="relative block min-w-0">
        <select
          {...rest}
          id={id}
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          onChange={(event) => onValueChange?.(event.target.value as Value)} // options hold nothing but Values
          className={classNames(controlClass, "h-8 appearance-none pr-8 max-sm:h-11")}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
        />
      </span>
    </Field>
  );
}
