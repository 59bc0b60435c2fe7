import { Unplug } from "lucide-react";
import { Timestamp } from "@/components/ui/timestamp";
import type { WorkerGap as Gap } from "@/lib/progress/worker";

/** A run that would be claimed, if only a worker for it were there: which one, and since when. */
export function WorkerGap({ gap, now }: { gap: Gap; now?: number }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <span className="inline-flex items-center gap-1.5 text-attention">
        <Unplug aria-hidden className="size-4 shrink-0" />
        No compatible worker: needs {gap.workflow} v{gap.version} or newer
      </span>
      <span className="text-xs text-muted">
        since <Timestamp at={gap.since} kind="relative" now={now} className="min-h-0" />
      </span>
    </span>
  );
}
