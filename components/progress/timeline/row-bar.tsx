import { classNames } from "@/components/ui/class-names";
import { type Tone, toneColor } from "@/components/ui/tone";
import { executionLookOf } from "../execution-look";
import { stepLook } from "../state";
import type { Scale } from "./activity-scale";
import type { TimelineRow } from "./timeline-rows";

/** A bar below this width cannot be seen; a step of two milliseconds happened all the same. */
const barMinPx = 3;

/** One row's part of the bar column. It repeats what the row says in words, so it is hidden from screen readers. */
export function RowBar({ row, scale, now }: { row: TimelineRow; scale: Scale; now: number }) {
  return (
    <div aria-hidden className="absolute inset-y-0 right-3 left-2">
      {scale.pieces.map((piece) =>
        piece.cut ? (
          <Box key={piece.from} left={piece.left} right={piece.left + piece.width} className={cutClass} />
        ) : null,
      )}
      <Mark row={row} scale={scale} now={now} />
    </div>
  );
}

function Mark({ row, scale, now }: { row: TimelineRow; scale: Scale; now: number }) {
  const left = scale.at(row.from);
  const right = scale.at(row.to ?? now);
  switch (row.kind) {
    case "execution": {
      const { tone } = executionLookOf(row.execution, row.quiet);
      return <Box left={left} right={right} className="top-1/2 h-1 -translate-y-1/2 rounded-full" style={soft(tone)} />;
    }
    case "step":
      return <StepMark row={row} scale={scale} now={now} />;
    case "attempt":
      return (
        <Box
          left={left}
          right={right}
          className="top-1/2 h-1.5 -translate-y-1/2 rounded-xs"
          style={
            row.attempt.result === "done" ? solid("ok") : hatch(row.attempt.result === "lost" ? "attention" : "danger")
          }
        />
      );
    case "checkpoint":
      return (
        <span
          className={classNames(
            "absolute top-1/2 size-2 -translate-1/2 rotate-45 border-[1.5px] border-ok",
            row.latest && "bg-ok",
            row.fit !== null && row.fit.fit !== "valid" && "border-attention bg-surface",
            row.checkpoint.supersededBy !== null && "border-neutral opacity-60",
          )}
          style={{ left: percent(left) }}
        />
      );
    case "resume":
      return <span className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-info" style={{ left: percent(left) }} />;
    case "wait":
      return <Box left={left} right={right} className="top-1/2 h-0 border-t border-dashed border-control" />;
    case "reused":
    case "expected":
      return null;
  }
}

function StepMark({ row, scale, now }: { row: Extract<TimelineRow, { kind: "step" }>; scale: Scale; now: number }) {
  if (row.state === "reused") return null;
  const shape = "top-1/2 h-2.5 -translate-y-1/2 rounded-xs";
  const { tone } = stepLook[row.state];
  if (row.step.kind === "validation" || row.step.kind === "sleep") {
    const waitTone: Tone = row.step.kind === "validation" ? "attention" : "info";
    return <Box left={scale.at(row.from)} right={scale.at(row.to ?? now)} className={shape} style={hatch(waitTone)} />;
  }
  const dim = row.superseded && "opacity-45";
  if (row.attempts.length === 0) {
    const to = row.to ?? (row.state === "running" ? now : row.from);
    return (
      <Box left={scale.at(row.from)} right={scale.at(to)} className={classNames(shape, dim)} style={solid(tone)} />
    );
  }
  return row.attempts.map((attempt) => (
    <Box
      key={attempt.id}
      left={scale.at(attempt.startedAt)}
      right={scale.at(attempt.endedAt ?? now)}
      className={classNames(shape, dim)}
      style={
        attempt.result === "done"
          ? solid("ok")
          : attempt.result === "open"
            ? solid("info")
            : hatch(attempt.result === "lost" ? "attention" : "danger")
      }
    />
  ));
}

function Box({
  left,
  right,
  className,
  style,
}: {
  left: number;
  right: number;
  className: string;
  style?: React.CSSProperties;
}) {
  // The last moment lies on the edge: pull it inside by its own width.
  const at = `min(${percent(left)}, 100% - ${barMinPx}px)`;
  return (
    <span
      className={classNames("absolute", className)}
      style={{ left: at, width: `max(${barMinPx}px, ${percent(right - left)})`, ...style }}
    />
  );
}

const cutClass =
  "inset-y-0 border-x border-dashed border-line-strong bg-[repeating-linear-gradient(135deg,transparent_0_5px,var(--hover)_5px_8px)]";

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;
const solid = (tone: Tone) => ({ background: toneColor[tone] });
const soft = (tone: Tone) => ({ background: `color-mix(in srgb, ${toneColor[tone]} 55%, transparent)` });
/** Hatched: time that produced nothing. It survives print in grey. */
const hatch = (tone: Tone) => ({
  background: `repeating-linear-gradient(135deg, ${toneColor[tone]} 0 3px, color-mix(in srgb, ${toneColor[tone]} 30%, transparent) 3px 6px)`,
});
