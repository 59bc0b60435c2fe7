"use client";

import { BarsPanel } from "@/components/charts/bars-panel";
import type { Series } from "@/components/charts/series";
import { formatShare } from "@/components/charts/share";
import { Figure } from "@/components/ui/figure";
import { paths } from "@/lib/client/paths";
import type { Day } from "./days";
import { beforeNote, beforeOn, type Figures, notes, type Shown, sum } from "./view";

/** Told apart by pattern as well: all of them ended well. */
const series: readonly Series[] = [
  { key: "recovery", label: "Recovery by itself", tone: "ok", texture: "dots" },
  { key: "resume", label: "Resume by a person", tone: "info", texture: "dots" },
  { key: "wake", label: "Going on after a wait", tone: "neutral", texture: "dots" },
  { key: "repeated_ask", label: "Asked twice", tone: "ok" },
  { key: "got_through", label: "Got through", tone: "danger", texture: "grid" },
];

const countOn = ({ avoided, gotThroughByDay }: Figures, { key }: Day): number =>
  sum(
    [...avoided, ...gotThroughByDay].filter(({ day }) => day === key),
    ({ actions }) => actions,
  );

export function AvoidedPanel({ shown }: { shown: Shown }) {
  const { insights, days } = shown;
  const { gotThroughByDay, avoided, avoidedActions, avoidedEvents, gotThrough, range } = insights;
  const bounds = { from: range.from, to: range.to };
  return (
    <section id="avoided">
      <BarsPanel
        title="Duplicates avoided"
        zone={range.zone}
        n={avoidedActions}
        unit="actions"
        definition="An action that was asked for again, would have been sent again, and was answered from the ledger because an earlier attempt is confirmed. Reused checkpoints and the destination's own deduplication do not count."
        summary={
          avoidedActions === 0
            ? "No duplicate had to be avoided."
            : `${avoidedActions} ${avoidedActions === 1 ? "action was" : "actions were"} not sent a second time.`
        }
        figures={
          <div className="grid gap-3 sm:grid-cols-3">
            <Figure
              label="Distinct actions"
              value={avoidedActions}
              note={notes(
                `${avoidedEvents} times asked`,
                beforeNote(shown, (before) => before.avoidedActions),
              )}
              href={paths.actions({ avoided: "any", ...bounds })}
            />
            <Figure
              label="Got through"
              value={gotThrough}
              tone={gotThrough > 0 ? "danger" : undefined}
              note={notes(
                "actions with two known effects",
                beforeNote(shown, (before) => before.gotThrough),
              )}
              href={paths.actions({ contradicted: "true", ...bounds })}
            />
            <Figure
              label="Rate avoided"
              value={formatShare(avoidedActions, avoidedActions + gotThrough)}
              note={notes(
                "avoided ÷ (avoided + got through)",
                beforeNote(shown, (before) =>
                  formatShare(before.avoidedActions, before.avoidedActions + before.gotThrough),
                ),
              )}
            />
          </div>
        }
        points={days.map((day, index) => ({
          key: day.key,
          label: day.label,
          partial: day.partial,
          values: {
            ...Object.fromEntries(avoided.filter((f) => f.day === day.key).map((f) => [f.cause, f.actions])),
            got_through: gotThroughByDay.find((f) => f.day === day.key)?.actions ?? 0,
          },
          before: beforeOn(shown, index, countOn),
        }))}
        series={series.filter(({ key }) => key === "got_through" || avoided.some((figure) => figure.cause === key))}
        hrefOf={(point, bar) => {
          const day = days.find((candidate) => candidate.key === point.key);
          if (!day || !bar) return null;
          const which = bar.key === "got_through" ? { contradicted: "true" } : { avoided: bar.key };
          return paths.actions({ ...which, from: day.from, to: day.to });
        }}
      />
    </section>
  );
}
