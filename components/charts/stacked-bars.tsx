"use client";

import { useRouter } from "next/navigation";
import { type RefObject, useEffect, useId, useRef } from "react";
import {
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  Rectangle,
  Tooltip,
  useActiveTooltipLabel,
  XAxis,
  YAxis,
} from "recharts";
import { BarsTooltip } from "./bars-tooltip";
import type { HrefOf, Point, Series } from "./series";
import { TexturePattern } from "./texture-pattern";

export type StackedBarsProps = {
  /** Read out when the chart takes the focus; the summary sentence. */
  summary: string;
  points: readonly Point[];
  series: readonly Series[];
  hrefOf?: HrefOf;
  height?: number;
};

/** Fetched after the first paint by `BarsPanel`; Recharts is by far the heaviest thing in the console. */
export function StackedBars({ summary, points, series, hrefOf, height = 220 }: StackedBarsProps) {
  const router = useRouter();
  const base = useId();
  const active = useRef<string | undefined>(undefined);

  function open(point: Point | undefined, one: Series | null) {
    const href = point ? hrefOf?.(point, one) : null;
    if (href) router.push(href);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focusable element is the chart inside; this only hears its Enter
    <div
      className="[&_.recharts-surface:focus-visible]:outline-2 [&_.recharts-surface:focus-visible]:outline-focus [&_.recharts-surface]:rounded-md"
      onKeyDown={(event) => {
        if (event.key === "Enter")
          open(
            points.find((point) => point.label === active.current),
            null,
          );
      }}
    >
      <BarChart
        data={[...points]}
        responsive
        style={{ width: "100%", height }}
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
        barCategoryGap="22%"
        title={summary}
      >
        <defs>
          {series.map((each) => (
            <TexturePattern key={each.key} id={`${base}${each.key}`} series={each} />
          ))}
          <pattern id={`${base}partial`} width={8} height={8} patternUnits="userSpaceOnUse">
            <path d="M-2,2 L2,-2 M0,8 L8,0 M6,10 L10,6" stroke="var(--surface)" strokeWidth={2.5} />
          </pattern>
        </defs>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="label"
          tickLine={false}
          axisLine={{ stroke: "var(--line-strong)" }}
          tick={tick}
          minTickGap={16}
        />
        <YAxis allowDecimals={false} tickLine={false} axisLine={false} tick={tick} width={32} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: "var(--hover)", stroke: "none" }}
          content={({ active: shown, payload }) => (
            <BarsTooltip
              point={shown ? payload[0]?.payload : undefined}
              series={series}
              linked={hrefOf !== undefined}
            />
          )}
        />
        {series.map((each) => (
          <Bar
            key={each.key}
            name={each.label}
            dataKey={(point: Point) => point.values[each.key] ?? 0}
            stackId="all"
            fill={`url(#${base}${each.key})`}
            maxBarSize={40}
            isAnimationActive={false}
            shape={(props: BarShapeProps) => <BarShape {...props} hatch={`url(#${base}partial)`} />}
            onClick={(item) => open(item.payload, each)}
            className={hrefOf ? "cursor-pointer" : undefined}
          />
        ))}
        {points.some(({ before }) => before !== undefined) ? (
          <Bar
            name="Period before"
            dataKey={(point: Point) => point.before ?? 0}
            stackId="before"
            fill="none"
            stroke="var(--muted)"
            strokeDasharray="3 2"
            maxBarSize={14}
            isAnimationActive={false}
          />
        ) : null}
        <ActiveLabel label={active} />
      </BarChart>
    </div>
  );
}

const tick = { fill: "var(--muted)", fontSize: 12 };

/** A thin gap between the parts of a stack, and lines across it while the period is not over. */
function BarShape({ hatch, ...props }: BarShapeProps & { hatch: string }) {
  const { payload, height, y, ...rest } = props;
  if (height <= 0) return null;
  const gap = height > 3 ? 1 : 0;
  const box = { ...rest, y: y + gap, height: height - gap, radius: 2 };
  return (
    <>
      <Rectangle {...box} fillOpacity={payload?.partial ? 0.75 : 1} />
      {payload?.partial ? <Rectangle {...box} fill={hatch} className="pointer-events-none" /> : null}
    </>
  );
}

/** Carries the column that the arrow keys are on out of the chart, without rendering anything anew. */
function ActiveLabel({ label }: { label: RefObject<string | undefined> }) {
  const current = useActiveTooltipLabel();
  useEffect(() => {
    label.current = current === undefined ? undefined : String(current);
  }, [label, current]);
  return null;
}
