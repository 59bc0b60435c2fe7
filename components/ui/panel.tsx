import { type ReactNode, useId } from "react";
import { classNames } from "./class-names";

export type PanelProps = {
  /** Names the region, for people and for screen readers. */
  title: ReactNode;
  icon?: ReactNode;
  /** A short line beside the title. */
  note?: ReactNode;
  actions?: ReactNode;
  /** Without inner padding: for tables and timelines that reach the edge. */
  flush?: boolean;
  level?: 2 | 3;
  className?: string;
  id?: string;
  children: ReactNode;
};

export function Panel({ title, icon, note, actions, flush = false, level = 2, className, id, children }: PanelProps) {
  const headingId = useId();
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      // clip, not hidden: hidden would make a scroll container and break sticky table heads.
      className={classNames("overflow-clip rounded-xl border bg-surface", className)}
    >
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-1.5">
        <Heading
          id={headingId}
          className="flex items-center gap-2 text-base font-semibold [&_svg]:size-4 [&_svg]:text-faint"
        >
          {icon}
          {title}
        </Heading>
        {note ? <div className="text-xs text-muted">{note}</div> : null}
        {actions ? <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div> : null}
      </header>
      <div className={flush ? undefined : "p-4"}>{children}</div>
    </section>
  );
}
