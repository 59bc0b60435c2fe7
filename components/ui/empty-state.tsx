import type { ReactNode } from "react";
import { classNames } from "./class-names";

export type EmptyStateProps = {
  icon?: ReactNode;
  title: ReactNode;
  /** How the first one gets here. */
  children?: ReactNode;
  actions?: ReactNode;
  className?: string;
};

/** Nothing yet. Not for filters that match nothing (`NoMatch`) nor for failures (`LoadError`). */
export function EmptyState({ icon, title, children, actions, className }: EmptyStateProps) {
  return (
    <div
      className={classNames(
        "flex flex-col items-center gap-2 px-6 py-12 text-center [&>svg]:size-6 [&>svg]:text-faint",
        className,
      )}
    >
      {icon}
      <p className="text-base font-medium">{title}</p>
      {children ? <div className="max-w-prose text-sm text-muted">{children}</div> : null}
      {actions ? <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
