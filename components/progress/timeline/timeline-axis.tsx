"use client";

import { useZone } from "@/components/ui/clock";
import { formatAbsolute, formatClock, formatDuration } from "@/components/ui/time-format";
import type { Piece, Scale } from "./activity-scale";
import { rowGrid } from "./timeline-row";
import type { TimeMode } from "./timeline-view";

/** Narrower pieces have no room for their time. */
const labelMinWidth = 0.25;

export function TimelineAxis({ scale, mode }: { scale: Scale; mode: TimeMode }) {
  const zone = useZone();
  const startedAt = scale.pieces[0]?.from ?? 0;
  const offset = formatAbsolute(startedAt, zone).split(" ").at(-1);
  return (
    <thead className="block @max-xl:sr-only">
      <tr className={`${rowGrid} h-7 border-b bg-surface text-xs text-muted`}>
        <th scope="col" className="self-center pl-4 text-left font-normal">
          What
        </th>
        <th scope="col" className="self-center text-left font-normal whitespace-nowrap">
          {mode === "clock" ? `Time, ${offset}` : mode === "start" ? "Since start" : "Since previous"}
        </th>
        <th scope="col" className="self-center pr-3 text-right font-normal">
          Took
        </th>
        <th scope="col" className="relative hidden font-normal @xl:block">
          <span className="sr-only">Bars</span>
          <span aria-hidden className="absolute inset-y-0 right-3 left-2 text-2xs">
            {scale.pieces.map((piece) => (
              <AxisPiece key={piece.from} piece={piece} zone={zone} startedAt={mode === "clock" ? null : startedAt} />
            ))}
          </span>
        </th>
      </tr>
    </thead>
  );
}

function AxisPiece({ piece, zone, startedAt }: { piece: Piece; zone: string; startedAt: number | null }) {
  const box = { left: `${piece.left * 100}%`, width: `${piece.width * 100}%` };
  if (piece.cut) {
    return (
      <span
        className="absolute inset-y-0 flex items-center justify-center border-x border-dashed border-line-strong bg-canvas px-0.5 text-center leading-none text-muted"
        style={box}
      >
        {shortLength(piece.to - piece.from)}
      </span>
    );
  }
  if (piece.width < labelMinWidth) return null;
  const text = startedAt === null ? formatClock(piece.from, zone) : `+${formatDuration(piece.from - startedAt)}`;
  return (
    <span className="absolute inset-y-0 flex items-center overflow-hidden border-l pl-1 whitespace-nowrap" style={box}>
      {text}
    </span>
  );
}

/** "14 h": one unit, as the exact length stands below the timeline. */
const shortLength = (ms: number): string => formatDuration(ms).split(" ").slice(0, 2).join(" ");
