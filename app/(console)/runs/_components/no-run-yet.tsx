import { Route } from "lucide-react";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";

const snippet = `await start(supportTicket, { ticketId: "T-1041" }, { logicalRunId: "desk-event-88121" });`;

export function NoRunYet() {
  return (
    <EmptyState
      icon={<Route aria-hidden />}
      title="No run yet"
      actions={<CopyButton text={snippet} variant="secondary" />}
    >
      <p>
        Start one from your code, with a worker running beside it. A second start with the same id returns the first
        run.
      </p>
      <pre className="mt-3 overflow-x-auto rounded-lg border bg-canvas px-3 py-2 text-left font-mono text-xs text-ink">
        {snippet}
      </pre>
    </EmptyState>
  );
}
