"use client";

import type { z } from "zod";
import { BarsPanel } from "@/components/charts/bars-panel";
import type { Series } from "@/components/charts/series";
import { formatShare } from "@/components/charts/share";
import { Figure } from "@/components/ui/figure";
import type { Insights } from "@/lib/api/contract/views";
import { paths } from "@/lib/client/paths";
import type { Day } from "./days";

/** Told apart by pattern as well: all of them ended well. */
const series: readonly Series[] = [
  { key: "recovery", label: "Recovery by itself", tone: "ok", texture: "dots" },
  { key: "resume", label: "Resume by a person", tone: "info", texture: "dots" },
  { key: "wake", label: "Going on after a wait", tone: "neutral", texture: "dots" },
  { key: "repeated_ask", label: "Asked twice", tone: "ok" },
];

export function AvoidedPanel({ insights, days }: { insights: z.output<typeof Insights>; days: readonly Day[] }) {
  const { avoided, avoidedActions, avoidedEvents, gotThrough, range } = insights;
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
              note={`${avoidedEvents} times asked`}
              href={paths.actions({ avoided: "any", ...bounds })}
            />
            <Figure
              label="Got through"
              value={gotThrough}
              tone={gotThrough > 0 ? "danger" : undefined}
              note="actions with two known effects"
              href={paths.actions({ contradicted: "true", ...bounds })}
            />
            <Figure
              label="Rate avoided"
              value={formatShare(avoidedActions, avoidedActions + gotThrough)}
              note="avoided ÷ (avoided + got through)"
            />
          </div>
        }
        points={days.map((day) => ({
          key: day.key,
          label: day.label,
          partial: day.partial,
          values: Object.fromEntries(avoided.filter((f) => f.day === day.key).map((f) => [f.cause, f.actions])),
        }))}
        series={series.filter(({ key }) => avoided.some((figure) => figure.cause === key))}
        hrefOf={(point, bar) => {
          const day = days.find((candidate) => candidate.key === point.key);
          return day && bar ? paths.actions({ avoided: bar.key, from: day.from, to: day.to }) : null;
        }}
      />
    </section>
  );
}
