"use client";

import { classNames } from "@/components/ui/class-names";
import { useZone } from "@/components/ui/clock";
import { formatAbsolute, formatClock, formatDay, formatIso } from "@/components/ui/time-format";
import type { JournalLine } from "@/lib/progress/store";
import { visibleText } from "@/lib/visible-text";

/** What was written down while it ran, oldest first. Steps' names stand only where lines of several are mixed. */
export function LogLines({
  lines,
  stepName,
}: {
  lines: readonly JournalLine[];
  stepName?: (stepId: string) => string | undefined;
}) {
  const zone = useZone();
  if (lines.length === 0) return <p className="text-sm text-muted">Nothing was logged here.</p>;
  let day = "";
  return (
    <ol className="flex flex-col">
      {lines.map((line) => {
        const newDay = formatDay(line.at, zone);
        const shown = newDay === day ? null : newDay;
        day = newDay;
        return (
          <li key={line.id} className="grid grid-cols-[4.25rem_3.25rem_minmax(0,1fr)] gap-x-2 py-0.5 text-xs">
            {shown ? <span className="col-span-3 pt-1 text-2xs font-medium text-muted">{shown}</span> : null}
            <time dateTime={formatIso(line.at)} title={formatAbsolute(line.at, zone)} className="font-mono text-muted">
              {formatClock(line.at, zone)}
            </time>
            <span className={classNames("font-medium", levelClass[line.level])}>{line.level}</span>
            <span className="break-words whitespace-pre-wrap">
              {line.stepId && stepName?.(line.stepId) ? (
                <span className="text-muted">{stepName(line.stepId)} </span>
              ) : null}
              {visibleText(line.text)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

const levelClass: Record<JournalLine["level"], string> = {
  debug: "text-faint",
  info: "text-muted",
  warn: "text-attention-on-soft",
  error: "text-danger-on-soft",
};
