"use client";

import { CsvButton } from "@/components/charts/csv-button";
import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { formatDuration } from "@/components/ui/time-format";
import { paths } from "@/lib/client/paths";
import { csvText } from "@/lib/csv";
import type { Figures, Shown } from "./view";

type Name = keyof Figures["latencies"];
const lines: readonly { name: Name; label: string; definition: string }[] = [
  { name: "run", label: "Run", definition: "From the first execution to success, waits included; by when it ended." },
  { name: "step", label: "Step", definition: "From begin to end, retries included; by when it began." },
  {
    name: "settling",
    label: "Settling",
    definition: "From an action's first attempt to confirmed or refused; by when it was declared.",
  },
  {
    name: "validation",
    label: "Approval wait",
    definition: "From the question to the last decision; by when it was decided.",
  },
];

const took = (ms: number | null): string => (ms === null ? "–" : formatDuration(ms));

export function LatenciesPanel({ shown: { insights, before } }: { shown: Shown }) {
  const { range, latencies } = insights;
  const box = "h-10 px-3 first:pl-0 last:pr-0";
  const cell = `${box} text-right whitespace-nowrap`;
  const head = ["Of", "p50", "p95", ...(before ? ["p50 before", "p95 before"] : []), "n"];
  const csv = () =>
    csvText([
      ["Latency", ...head.slice(1).map((name) => (name === "n" ? name : `${name} (ms)`))],
      ...lines.map(({ name, label }) => {
        const earlier = before?.insights.latencies[name];
        const compared = earlier ? [earlier.p50Ms, earlier.p95Ms] : [];
        return [label, latencies[name].p50Ms, latencies[name].p95Ms, ...compared, latencies[name].n];
      }),
    ]);
  return (
    <Panel id="latencies" title="Latencies" note={range.zone} actions={<CsvButton name="latencies" text={csv} />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section aria-label="Latencies, as a table" tabIndex={0} className="overflow-x-auto">
        <table className="w-full min-w-lg border-collapse text-sm">
          <thead>
            <tr className="text-xs text-muted">
              {head.map((name, index) => (
                <th key={name} scope="col" className={`${box} font-medium ${index === 0 ? "text-left" : "text-right"}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, label, definition }) => {
              const { n, p50Ms, p95Ms } = latencies[name];
              const earlier = before?.insights.latencies[name];
              return (
                <tr key={name} className="border-t">
                  <th scope="row" className={`${box} py-1 text-left font-normal`}>
                    {label}
                    <span className="block text-xs text-muted">{definition}</span>
                  </th>
                  <td className={cell}>{took(p50Ms)}</td>
                  <td className={cell}>{took(p95Ms)}</td>
                  {earlier ? (
                    <>
                      <td className={`${cell} text-muted`}>{took(earlier.p50Ms)}</td>
                      <td className={`${cell} text-muted`}>{took(earlier.p95Ms)}</td>
                    </>
                  ) : null}
                  <td className={cell}>
                    {name === "settling" && n > 0 ? (
                      <TextLink
                        className="inline-flex min-h-6 min-w-6 items-center justify-end"
                        href={paths.actions({ states: ["confirmed", "refused"], from: range.from, to: range.to })}
                      >
                        {n}
                      </TextLink>
                    ) : (
                      n
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}
