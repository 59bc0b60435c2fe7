"use client";

import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { controlClass, Field, type FieldProps, useFieldIds } from "./field";

export function TextArea({
  label,
  hint,
  error,
  required,
  className,
  rows = 3,
  ...rest
}: FieldProps & Omit<ComponentProps<"textarea">, "id" | "className">) {
  const { id, describedBy } = useFieldIds({ hint, error });
  return (
    <Field id={id} label={label} hint={hint} error={error} required={required} className={className}>
      <textarea
        {...rest}
        id={id}
        rows={rows}
        required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        className={classNames(controlClass, "field-sizing-content max-h-60 min-h-18 resize-y py-1.5")}
      />
    </Field>
  );
}
