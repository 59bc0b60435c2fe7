import { RunbookQuote } from "@/components/ui/runbook-quote";
import { paths } from "@/lib/client/paths";
import { runbookLinks } from "@/lib/client/runbook-links";
import type { Plan } from "./plan";

/** What the people who run the destinations say about resuming, or that nobody wrote anything. */
export function PlanGuides({ guides, runId }: { guides: Plan["guides"]; runId: string }) {
  if (guides.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1.5 text-sm font-medium">What the runbooks say</h3>
      <div className="flex flex-col gap-2">
        {guides.map(({ destination, quote }) => (
          <RunbookQuote
            key={destination}
            folded
            quote={quote}
            href={quote ? paths.runbook(quote.slug, { run: runId }) : undefined}
            links={runbookLinks({ runId })}
            none={`There is no runbook for ${destination}.`}
          />
        ))}
      </div>
    </div>
  );
}
