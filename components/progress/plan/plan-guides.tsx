import { RunbookQuote } from "@/components/ui/runbook-quote";
import type { Plan } from "./plan";

/** What the people who run the destinations say about resuming, or that nobody wrote anything. */
export function PlanGuides({ guides }: { guides: Plan["guides"] }) {
  if (guides.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1.5 text-sm font-medium">What the runbooks say</h3>
      <div className="flex flex-col gap-2">
        {guides.map(({ destination, quote }) => (
          <RunbookQuote key={destination} folded quote={quote} none={`There is no runbook for ${destination}.`} />
        ))}
      </div>
    </div>
  );
}
