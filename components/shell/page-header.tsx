import { ChevronRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

export type PageHeaderProps = {
  title: ReactNode;
  /** The state of what the page shows, before its name. */
  state?: ReactNode;
  /** The way back up. */
  crumbs?: readonly { href: string; label: string }[];
  /** Ids, versions, owner: one line under the title. */
  facts?: ReactNode;
  /** `LiveChip`: always in this corner. */
  live?: ReactNode;
  actions?: ReactNode;
  className?: string;
};

export function PageHeader({ title, state, crumbs = [], facts, live, actions, className }: PageHeaderProps) {
  return (
    <header className={classNames("mb-4 flex flex-col gap-1.5", className)}>
      {crumbs.length > 0 || live ? (
        <div className="flex min-h-6 items-center justify-between gap-3">
          <Crumbs crumbs={crumbs} />
          {live}
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-72 flex-wrap items-center gap-x-3 gap-y-1">
          {state}
          <h1 className="min-w-0 text-xl font-semibold tracking-tight break-words">{title}</h1>
        </div>
        {actions ? (
          <div className="flex flex-wrap items-start gap-2 max-sm:w-full max-sm:*:flex-1">{actions}</div>
        ) : null}
      </div>
      {facts ? <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">{facts}</div> : null}
    </header>
  );
}

function Crumbs({ crumbs }: { crumbs: NonNullable<PageHeaderProps["crumbs"]> }) {
  if (crumbs.length === 0) return <span />;
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex items-center gap-1 text-sm text-muted">
        {crumbs.map((crumb) => (
          <li key={crumb.href} className="flex items-center gap-1">
            <Link href={crumb.href} className="inline-flex min-h-6 items-center rounded-sm px-0.5 hover:text-ink">
              {crumb.label}
            </Link>
            <ChevronRight aria-hidden className="size-3.5 text-faint" />
          </li>
        ))}
      </ol>
    </nav>
  );
}
