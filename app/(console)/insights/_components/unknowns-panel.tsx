"use client";

import { useQueryState } from "nuqs";
import { BarsPanel } from "@/components/charts/bars-panel";
import type { Series } from "@/components/charts/series";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import { RowsList, rowClass } from "./rows-list";
import { momentOf, openAt } from "./unknown-days";
import { beforeOn, type Shown } from "./view";

const series: readonly Series[] = [{ key: "open", label: "Unknown", tone: "attention", texture: "hatch" }];

export function UnknownsPanel({ shown, now }: { shown: Shown; now: number }) {
  const { insights, days } = shown;
  const { range, unknowns } = insights;
  const [opened, setOpened] = useQueryState("unknowns");
  const openedDay = days.find(({ key }) => key === opened);
  const counts = days.map((day) => (day.from > now ? 0 : openAt(unknowns, momentOf(day, now)).length));
  const most = Math.max(0, ...counts);
  const rows = openedDay ? openAt(unknowns, momentOf(openedDay, now)) : [];
  return (
    <section id="unknowns" className="flex flex-col gap-3">
      <BarsPanel
        title="Unknowns open over time"
        zone={range.zone}
        n={new Set(unknowns.map(({ actionId }) => actionId)).size}
        unit="actions"
        definition="Actions whose outcome nobody knew at the end of the day, or by now. What became unknown more than 90 days before the range is not looked for."
        summary={
          most === 0
            ? "At the end of no day was an outcome open."
            : `At the end of a day at most ${most} ${most === 1 ? "outcome was" : "outcomes were"} open${insights.moreUnknowns ? ", and more than could be read" : ""}.`
        }
        points={days.map((day, index) => ({
          key: day.key,
          label: day.label,
          partial: day.partial,
          values: { open: counts[index] ?? 0 },
          before: beforeOn(shown, index, (before, { to }) => openAt(before.unknowns, to).length),
        }))}
        series={series}
        hrefOf={(point) => `${paths.insights({ from: range.from, to: range.to, unknowns: point.key })}#unknowns`}
      />
      {opened ? (
        <RowsList
          title={`Unknown at the end of ${openedDay?.label ?? opened}`}
          count={rows.length}
          onClose={() => setOpened(null)}
        >
          {rows.map(({ actionId, type, object, since }) => (
            <li key={actionId} className={rowClass}>
              <TextLink href={paths.action(actionId)}>{type}</TextLink>
              <span>{object}</span>
              <span className="text-muted">
                since <Timestamp at={since} />
              </span>
            </li>
          ))}
        </RowsList>
      ) : null}
    </section>
  );
}
