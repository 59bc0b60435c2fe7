import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classNames } from "./class-names";

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and how to put it right. */
  error?: ReactNode;
  required?: boolean;
  className?: string;
};

/** Ids that tie a control to its label, hint and error. */
export function useFieldIds({ hint, error }: Pick<FieldProps, "hint" | "error">) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return { id, describedBy: described === "" ? undefined : described };
}

export function Field({
  id,
  label,
  hint,
  error,
  required,
  className,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className={classNames("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {required ? <span className="font-normal text-faint"> (required)</span> : null}
      </label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      ) : null}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1 text-xs font-medium text-danger-on-soft">
      <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      {children}
    </p>
  );
}

/** 16 px text on phones: anything smaller makes iOS zoom into the field. */
export const controlClass =
  "w-full rounded-md border border-control bg-raised px-2.5 text-sm text-ink placeholder:text-faint max-sm:text-lg " +
  "aria-invalid:border-danger disabled:bg-hover disabled:text-faint";
