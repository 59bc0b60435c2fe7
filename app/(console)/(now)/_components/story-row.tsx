import type { ReactNode } from "react";

/** One thing that needs somebody: its state, its name, two sentences kept apart, and what to press. */
export function StoryRow({
  state,
  title,
  since,
  progress,
  actions,
  retry,
  buttons,
}: {
  state: ReactNode;
  title: ReactNode;
  since: ReactNode;
  progress: ReactNode;
  actions: ReactNode;
  retry?: ReactNode;
  buttons: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-3.5">
      <div className="min-w-0 flex-1 basis-80 wrap-anywhere">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {state}
          <h3 className="text-base font-semibold">{title}</h3>
          <span className="text-xs text-muted">{since}</span>
        </div>
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
          <Answer label="Progress">{progress}</Answer>
          <Answer label="Actions">{actions}</Answer>
          {retry ? <Answer label="Retry">{retry}</Answer> : null}
        </dl>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:flex-1">{buttons}</div>
    </li>
  );
}

function Answer({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="pt-px text-xs text-muted">{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
