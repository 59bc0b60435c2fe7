import type { z } from "zod";
import { Markdown } from "@/components/ui/markdown";
import { Notice } from "@/components/ui/notice";
import { Timestamp } from "@/components/ui/timestamp";
import type { FollowedStep } from "@/lib/api/contract/runbook";

/** Ticks of words that stand in it no longer: they belong to what was read then. */
export function FormerTicks({ ticks }: { ticks: readonly z.output<typeof FollowedStep>[] }) {
  if (ticks.length === 0) return null;
  return (
    <Notice tone="attention" title="Followed in words that were changed since">
      <ul className="mt-1 flex flex-col gap-2">
        {ticks.map((tick) => (
          <li key={tick.id}>
            <Markdown text={tick.text} />
            <p className="text-xs text-muted">
              {tick.by}, <Timestamp at={tick.at} />
            </p>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
