"use client";

import { useQueryState } from "nuqs";
import { BarsPanel } from "@/components/charts/bars-panel";
import type { Series } from "@/components/charts/series";
import { Figure } from "@/components/ui/figure";
import { shortId } from "@/components/ui/short-id";
import { TextLink } from "@/components/ui/text-link";
import { formatDuration } from "@/components/ui/time-format";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import { type Day, keyOf } from "./days";
import { RowsList, rowClass } from "./rows-list";
import { beforeNote, beforeOn, type Figures, notes, type Shown } from "./view";

const series: readonly Series[] = [{ key: "steps", label: "Steps from checkpoints", tone: "ok", texture: "dots" }];

const savedOn = ({ savedSteps, range }: Figures, day: Day) =>
  savedSteps.filter(({ at }) => keyOf(at, range.zone) === day.key);

export function SavedPanel({ shown }: { shown: Shown }) {
  const { insights, days } = shown;
  const { range, workSaved, savedSteps } = insights;
  const [opened, setOpened] = useQueryState("saved");
  const openedDay = days.find(({ key }) => key === opened);
  const rows = openedDay ? savedOn(insights, openedDay) : savedSteps;
  const isPartial = savedSteps.length < workSaved.steps;
  const href = (name: string) => `${paths.insights({ from: range.from, to: range.to, saved: name })}#saved`;
  return (
    <section id="saved" className="flex flex-col gap-3">
      <BarsPanel
        title="Work saved"
        zone={range.zone}
        n={workSaved.steps}
        unit="steps reused"
        definition="Steps that resumes and recoveries took from checkpoints instead of computing them again, and how long each had taken when it was computed."
        summary={
          workSaved.steps === 0
            ? "No resume or recovery found anything in a checkpoint."
            : `${workSaved.steps} ${workSaved.steps === 1 ? "step was" : "steps were"} not computed again; the first time took ${formatDuration(workSaved.tookMs)}.`
        }
        figures={
          <div className="grid gap-3 sm:grid-cols-2">
            <Figure
              label="Steps reused"
              value={workSaved.steps}
              note={beforeNote(shown, (before) => before.workSaved.steps)}
              href={href("all")}
            />
            <Figure
              label="Time not spent again"
              value={formatDuration(workSaved.tookMs)}
              note={notes(
                "as measured when it was computed",
                beforeNote(shown, (before) => formatDuration(before.workSaved.tookMs)),
              )}
              href={href("all")}
            />
          </div>
        }
        points={days.map((day, index) => ({
          key: day.key,
          label: day.label,
          partial: day.partial,
          values: { steps: savedOn(insights, day).length },
          before: beforeOn(shown, index, (before, on) => savedOn(before, on).length),
        }))}
        series={series}
        hrefOf={(point) => href(point.key)}
      />
      {opened ? (
        <RowsList
          title={openedDay ? `Work saved on ${openedDay.label}` : "Work saved"}
          count={rows.length}
          onClose={() => setOpened(null)}
          note={isPartial ? `The newest ${savedSteps.length} of ${workSaved.steps} steps are listed and drawn.` : null}
        >
          {rows.map(({ runId, executionId, step, tookMs, at }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a looped step may stand here several times, and rows never move
            <li key={`${executionId} ${step} ${index}`} className={rowClass}>
              <TextLink href={paths.run(runId)}>{shortId("run", runId)}</TextLink>
              <span>{step}</span>
              <Timestamp at={at} />
              <span className="text-muted">{formatDuration(tookMs)}</span>
            </li>
          ))}
        </RowsList>
      ) : null}
    </section>
  );
}
