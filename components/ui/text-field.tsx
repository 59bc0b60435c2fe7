"use client";

import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { controlClass, Field, type FieldProps, useFieldIds } from "./field";

export function TextField({
  label,
  hint,
  error,
  required,
  className,
  mono = false,
  ...rest
}: FieldProps & Omit<ComponentProps<"input">, "id" | "className"> & { mono?: boolean }) {
  const { id, describedBy } = useFieldIds({ hint, error });
  return (
    <Field id={id} label={label} hint={hint} error={error} required={required} className={className}>
      <input
        {...rest}
        id={id}
        required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        className={classNames(controlClass, "h-8 max-sm:h-11", mono && "font-mono")}
      />
    </Field>
  );
}
