"use client";

import { ChevronsDownUp, ChevronsUpDown } from "lucide-react";
import { useMemo } from "react";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { useShortcuts } from "@/components/ui/shortcuts";
import { formatDuration } from "@/components/ui/time-format";
import type { CheckpointFit } from "@/lib/progress/checkpoint-fit";
import type { RunRecord } from "@/lib/progress/store";
import { activityScale, type Scale, trueScale } from "./activity-scale";
import { busySpans } from "./busy-spans";
import { causeOfIdle } from "./idle-cause";
import { isSelected, selectionOf } from "./row-selection";
import { TimelineAxis } from "./timeline-axis";
import { TimelineRow } from "./timeline-row";
import { type TimelineRow as Row, timelineRows } from "./timeline-rows";
import { timeModes, useSelection, useTimelineView } from "./timeline-view";
import { unfoldedRowsMax, useTree } from "./tree-keys";

export type TimelineProps = {
  record: RunRecord;
  fits: readonly CheckpointFit[];
  /** The server's clock at the moment the record was read. */
  now: number;
  /** Steps that the last finished run had and this one has not reached. */
  expectedMore?: number;
  onChoose?: () => void;
};

/** What a run did, row by row. Real rows and real text: the bars only repeat them. */
export function Timeline({ record, now, expectedMore = 0, fits, onChoose }: TimelineProps) {
  const [view, setView] = useTimelineView();
  const [selection, setSelection] = useSelection();
  const rows = useMemo(() => timelineRows(record, now, expectedMore, fits), [record, now, expectedMore, fits]);
  const whole = { from: record.run.createdAt, to: record.run.endedAt ?? Math.max(now, record.run.createdAt) };
  const scale = view.scale === "true" ? trueScale(whole) : activityScale(busySpans(rows, now), whole);

  function choose(row: Row) {
    const next = selectionOf(row);
    if (next === null) return tree.toggle(row);
    void setSelection(next);
    onChoose?.();
  }
  const tree = useTree(rows, choose);
  const nextTime = timeModes[(timeModes.indexOf(view.time) + 1) % timeModes.length];
  useShortcuts({
    t: () => void setView({ scale: view.scale === "true" ? "activity" : "true" }),
    "shift+t": () => void setView({ time: nextTime }),
    e: () => tree.setAll(true),
    w: () => tree.setAll(false),
  });

  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-2 border-b px-3 py-1.5">
        <Segmented
          label="Time column"
          value={view.time}
          onValueChange={(time) => void setView({ time })}
          options={[
            { value: "clock", label: "Clock" },
            { value: "start", label: "Since start" },
            { value: "previous", label: "Since previous" },
          ]}
        />
        <span className="hidden @xl:contents">
          <Segmented
            label="Scale of the bars"
            value={view.scale}
            onValueChange={(next) => void setView({ scale: next })}
            options={[
              { value: "activity", label: "Activity" },
              { value: "true", label: "True time" },
            ]}
          />
        </span>
        <span className="ml-auto flex">
          <Button size="sm" variant="ghost" icon={<ChevronsUpDown aria-hidden />} onClick={() => tree.setAll(true)}>
            Unfold all
          </Button>
          <Button size="sm" variant="ghost" icon={<ChevronsDownUp aria-hidden />} onClick={() => tree.setAll(false)}>
            Fold all
          </Button>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the one tree with columns that HTML can carry */}
      <table role="treegrid" aria-label="Timeline of the run" className="block" onKeyDown={tree.onKeyDown}>
        <TimelineAxis scale={scale} mode={view.time} />
        <tbody className="block">
          {tree.visible.map((row, index) => (
            <TimelineRow
              key={row.id}
              row={row}
              tree={tree}
              scale={scale}
              now={now}
              mode={view.time}
              startedAt={record.run.createdAt}
              previousAt={tree.visible[index - 1]?.from ?? null}
              selected={isSelected(row, selection)}
              onChoose={choose}
            />
          ))}
        </tbody>
      </table>
      {rows.length > unfoldedRowsMax ? (
        <p className="border-t px-4 py-2 text-xs text-muted">
          It has {rows.length} rows, so its executions are folded. Unfold the one you look for.
        </p>
      ) : null}
      <Cuts scale={scale} record={record} />
    </div>
  );
}

/** What the scale left out, in words. */
function Cuts({ scale, record }: { scale: Scale; record: RunRecord }) {
  const cuts = scale.pieces.filter((piece) => piece.cut);
  if (cuts.length === 0) return null;
  return (
    <p className="hidden border-t px-4 py-2 text-xs text-muted @xl:block">
      Cut from the bars:{" "}
      {cuts.map((cut) => `${formatDuration(cut.to - cut.from)} ${causeOfIdle(record, cut)}`).join(" · ")}
    </p>
  );
}
