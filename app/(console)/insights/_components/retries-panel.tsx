"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";
import type { z } from "zod";
import { BarsPanel } from "@/components/charts/bars-panel";
import type { Point, Series } from "@/components/charts/series";
import { FilterChips } from "@/components/ui/filter-chips";
import type { Insights } from "@/lib/api/contract/views";
import { paths } from "@/lib/client/paths";
import { type RetryReason, retryReasonLabels } from "@/lib/progress/retry";
import type { Day } from "./days";

type Reason = RetryReason | "refused";
type Count = { day: string; reason: Reason; attempts: number; rows: number };

const halves = ["steps", "actions"] as const;

/** The order is the one of the bars, from the axis up; the pattern tells them apart without colour. */
const looks: Record<Reason, Pick<Series, "tone" | "texture">> = {
  timeout: { tone: "attention", texture: "hatch" },
  rate_limited: { tone: "info" },
  server_error: { tone: "danger" },
  network_before_send: { tone: "neutral" },
  network_after_send: { tone: "attention", texture: "grid" },
  lease_lost: { tone: "neutral", texture: "hatch" },
  worker_crash: { tone: "danger", texture: "hatch" },
  worker_stopped: { tone: "neutral", texture: "dots" },
  manual: { tone: "info", texture: "dots" },
  schema_mismatch: { tone: "danger", texture: "dots" },
  refused: { tone: "danger", texture: "grid" },
  error: { tone: "neutral", texture: "grid" },
};

const labelOf = (reason: Reason): string => (reason === "refused" ? "Refused" : retryReasonLabels[reason]);

/** Steps and actions are retried for different reasons and with different danger, so they are never one sum. */
export function RetriesPanel({ insights, days }: { insights: z.output<typeof Insights>; days: readonly Day[] }) {
  const [half, setHalf] = useQueryState("retries", parseAsStringLiteral(halves).withDefault("steps"));
  const counts: Record<(typeof halves)[number], Count[]> = {
    steps: insights.stepRetries.map(({ runs, ...figure }) => ({ ...figure, rows: runs })),
    actions: insights.actionRetries.map(({ actions, ...figure }) => ({ ...figure, rows: actions })),
  };
  const shown = counts[half];
  const attempts = sum(shown);
  const reasons = [...new Set(shown.map((figure) => figure.reason))].sort((a, b) => order(a) - order(b));
  const points: Point[] = days.map((day) => ({
    key: day.key,
    label: day.label,
    partial: day.partial,
    values: Object.fromEntries(shown.filter((f) => f.day === day.key).map((figure) => [figure.reason, figure.rows])),
  }));
  return (
    <section id="retries">
      <BarsPanel
        title="Retries by reason"
        zone={insights.range.zone}
        n={attempts}
        unit="attempts made again"
        definition={
          half === "steps"
            ? "A bar counts the runs in which a step was attempted again that day, by the reason the attempt before had ended."
            : "A bar counts the actions that were attempted again that day, by the reason the attempt before had ended."
        }
        summary={summary(shown, half)}
        figures={
          <FilterChips
            label="Of"
            value={half}
            onValueChange={setHalf}
            options={[
              { value: "steps", label: "Steps (progress)", count: sum(counts.steps) },
              { value: "actions", label: "Actions (ledger)", count: sum(counts.actions) },
            ]}
          />
        }
        points={points}
        series={reasons.map((reason) => ({ key: reason, label: labelOf(reason), ...looks[reason] }))}
        hrefOf={(point, series) => {
          const day = days.find((candidate) => candidate.key === point.key);
          if (!day || !series) return null;
          const query = { retried: series.key, from: day.from, to: day.to };
          return half === "steps" ? paths.runs(query) : paths.actions(query);
        }}
      />
    </section>
  );
}

function summary(counts: readonly Count[], half: (typeof halves)[number]): string {
  if (counts.length === 0) return half === "steps" ? "No step was retried." : "No action was attempted twice.";
  const reasons = [...new Set(counts.map((figure) => figure.reason))];
  const most = reasons.map((reason) => ({ reason, attempts: sum(counts.filter((f) => f.reason === reason)) }));
  const top = most.reduce((a, b) => (b.attempts > a.attempts ? b : a));
  return `${sum(counts)} attempts were made again; most often because of: ${labelOf(top.reason).toLowerCase()} (${top.attempts}).`;
}

const sum = (counts: readonly { attempts: number }[]): number => counts.reduce((total, f) => total + f.attempts, 0);
const order = (reason: Reason): number => Object.keys(looks).indexOf(reason);
