"use client";

import { parseAsBoolean, parseAsStringLiteral, useQueryState } from "nuqs";
import { BarsPanel } from "@/components/charts/bars-panel";
import type { Point, Series } from "@/components/charts/series";
import { Checkbox } from "@/components/ui/checkbox";
import { FilterChips } from "@/components/ui/filter-chips";
import { Segmented } from "@/components/ui/segmented";
import { paths } from "@/lib/client/paths";
import { type RetryReason, retryReasonLabels } from "@/lib/progress/retry";
import { RetriedRows } from "./retried-rows";
import { beforeOn, type Figures, type Shown, sum } from "./view";

type Reason = RetryReason | "refused";
type Count = { day: string; reason: Reason; attempts: number; items: number; runs: number };

const halves = ["steps", "actions"] as const;
export type Half = (typeof halves)[number];
/** An item is a step or an action, whichever half is shown. */
const units = ["attempts", "items", "runs"] as const;
export type Unit = (typeof units)[number];

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

export const labelOf = (reason: Reason): string => (reason === "refused" ? "Refused" : retryReasonLabels[reason]);

/** Steps and actions are retried for different reasons and with different danger, so they are never one sum. */
export function RetriesPanel({ shown }: { shown: Shown }) {
  const { insights, days } = shown;
  const { range } = insights;
  const [half, setHalf] = useQueryState("retries", parseAsStringLiteral(halves).withDefault("steps"));
  const [chosen, setUnit] = useQueryState("unit", parseAsStringLiteral(units));
  const [firstOnly, setFirstOnly] = useQueryState("first", parseAsBoolean.withDefault(false));
  const [opened, setOpened] = useQueryState("retried");
  const unit = chosen ?? (half === "steps" ? "runs" : "items");
  const counts = countsOf(insights, half);
  const reasons = [...new Set(counts.map((figure) => figure.reason))].sort((a, b) => order(a) - order(b));
  const points: Point[] = days.map((day, index) => ({
    key: day.key,
    label: day.label,
    partial: day.partial,
    values: Object.fromEntries(counts.filter((f) => f.day === day.key).map((figure) => [figure.reason, figure[unit]])),
    before: beforeOn(shown, index, (before, on) =>
      sum(
        countsOf(before, half).filter((figure) => figure.day === on.key),
        (figure) => figure[unit],
      ),
    ),
  }));
  const [openedDay, openedReason] = opened?.split(".") ?? [];
  const bar = days.find((day) => day.key === openedDay);
  const reason = reasons.find((one) => one === openedReason);
  const unitWord = unitWords[half][unit];
  return (
    <section id="retries" className="flex flex-col gap-3">
      <BarsPanel
        title="Retries by reason"
        zone={range.zone}
        n={sum(counts, (count) => count[unit])}
        unit={`${unitWord}, by day and reason`}
        definition={`A bar counts the ${unitWord} that were attempted again that day, by the reason the attempt before had ended${firstOnly ? "; only first attempts that failed" : ""}.`}
        summary={summary(counts, half)}
        figures={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <FilterChips
              label="Of"
              value={half}
              onValueChange={(value) => {
                setHalf(value);
                setOpened(null);
              }}
              options={[
                { value: "steps", label: "Steps (progress)", count: attemptsIn(insights, "steps") },
                { value: "actions", label: "Actions (ledger)", count: attemptsIn(insights, "actions") },
              ]}
            />
            <Segmented
              label="Count"
              value={unit}
              onValueChange={(value) => setUnit(value)}
              options={units.map((value) => ({ value, label: unitLabels[half][value] }))}
            />
            <Checkbox
              label="First failures only"
              checked={firstOnly}
              onCheckedChange={(checked) => setFirstOnly(checked ? true : null)}
            />
          </div>
        }
        points={points}
        series={reasons.map((reason) => ({ key: reason, label: labelOf(reason), ...looks[reason] }))}
        hrefOf={(point, series) => {
          const day = days.find((candidate) => candidate.key === point.key);
          if (!day || !series) return null;
          const query = { retried: series.key, from: day.from, to: day.to };
          // The lists of runs and actions hold exactly these; every other unit is listed here.
          if (!firstOnly && half === "steps" && unit === "runs") return paths.runs(query);
          if (!firstOnly && half === "actions" && unit === "items") return paths.actions(query);
          const kept = { from: range.from, to: range.to, retries: half, unit, first: firstOnly ? "true" : null };
          return `${paths.insights({ ...kept, retried: `${day.key}.${series.key}` })}#retries`;
        }}
      />
      {bar && reason ? (
        <RetriedRows
          title={`${labelOf(reason)} on ${bar.label}: ${unitWord}`}
          asked={{ half, reason, from: bar.from, to: bar.to, first: firstOnly ? "true" : null }}
          unit={unit}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </section>
  );
}

const unitWords: Record<Half, Record<Unit, string>> = {
  steps: { attempts: "attempts of steps", items: "steps", runs: "runs with a step" },
  actions: { attempts: "attempts of actions", items: "actions", runs: "runs with an action" },
};
const unitLabels: Record<Half, Record<Unit, string>> = {
  steps: { attempts: "Attempts", items: "Steps", runs: "Runs" },
  actions: { attempts: "Attempts", items: "Actions", runs: "Runs" },
};

const countsOf = (insights: Figures, half: Half): Count[] =>
  half === "steps"
    ? insights.stepRetries.map(({ steps, ...figure }) => ({ ...figure, items: steps }))
    : insights.actionRetries.map(({ actions, ...figure }) => ({ ...figure, items: actions }));
const attemptsIn = (insights: Figures, half: Half): number => sum(countsOf(insights, half), ({ attempts }) => attempts);

function summary(counts: readonly Count[], half: Half): string {
  if (counts.length === 0) return half === "steps" ? "No step was retried." : "No action was attempted twice.";
  const reasons = [...new Set(counts.map((figure) => figure.reason))];
  const attemptsOf = (figures: readonly Count[]) => sum(figures, ({ attempts }) => attempts);
  const most = reasons.map((reason) => ({ reason, attempts: attemptsOf(counts.filter((f) => f.reason === reason)) }));
  const top = most.reduce((a, b) => (b.attempts > a.attempts ? b : a));
  return `${attemptsOf(counts)} attempts were made again; most often because of: ${labelOf(top.reason).toLowerCase()} (${top.attempts}).`;
}

const order = (reason: Reason): number => Object.keys(looks).indexOf(reason);
