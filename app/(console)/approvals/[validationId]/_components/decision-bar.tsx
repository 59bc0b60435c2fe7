"use client";

import { ThumbsDown, ThumbsUp } from "lucide-react";
import { type Freshness, liveStateOf } from "@/components/shell/query-live-chip";
import { Button } from "@/components/ui/button";
import { useNow } from "@/components/ui/clock";
import type { DecideVerdict } from "./decide-dialog";

/** Under the thumb on a phone, beside the payloads elsewhere. Both buttons only open a dialog. */
export function DecisionBar({ query, onAsk }: { query: Freshness; onAsk: (verdict: DecideVerdict) => void }) {
  const now = useNow(1_000);
  const off =
    now === null || liveStateOf(query, now) === "live"
      ? null
      : "The screen could not be refreshed: what would be sent may have changed.";
  return (
    <section
      aria-label="Decision"
      data-decision-bar
      className="flex gap-2 *:flex-1 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-sm:z-19 max-sm:border-t max-sm:bg-canvas max-sm:px-4 max-sm:py-2"
    >
      <Button size="lg" icon={<ThumbsDown aria-hidden />} disabledReason={off} onClick={() => onAsk("reject")}>
        Reject…
      </Button>
      <Button
        size="lg"
        variant="primary"
        icon={<ThumbsUp aria-hidden />}
        disabledReason={off}
        onClick={() => onAsk("approve")}
      >
        Approve…
      </Button>
    </section>
  );
}
