import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

/** The rows behind a figure, under its chart. */
export function RowsList({
  title,
  count,
  onClose,
  note,
  children,
}: {
  title: string;
  count: number | null;
  onClose: () => void;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="rounded-xl border bg-surface">
      <header className="flex min-h-11 items-center gap-3 border-b px-4 text-sm font-semibold">
        {title} <span className="font-normal text-muted">{count}</span>
        <Button size="sm" variant="ghost" className="ml-auto" onClick={onClose}>
          Close
        </Button>
      </header>
      {count === 0 ? <p className="px-4 py-3 text-sm text-muted">None.</p> : null}
      <ul className="divide-y">{children}</ul>
      {note ? <p className="border-t px-4 py-3 text-sm text-muted">{note}</p> : null}
    </section>
  );
}

export const rowClass = "flex flex-wrap gap-x-4 px-4 py-2 text-sm";
