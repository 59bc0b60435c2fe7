import { X } from "lucide-react";
import type { ReactNode } from "react";

/** A filter that came with a link, and the way to lift it. */
export function LiftChip({ onLift, children }: { onLift: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onLift}
      className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-full bg-info-soft py-1 pr-2 pl-3 text-left text-xs font-medium text-info-on-soft hover:bg-info-soft/70 max-sm:min-h-9"
    >
      <span className="sr-only">Lift filter: </span>
      {children}
      <X aria-hidden className="size-3.5 shrink-0" />
    </button>
  );
}
