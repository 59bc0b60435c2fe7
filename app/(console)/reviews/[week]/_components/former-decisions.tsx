import { Panel } from "@/components/ui/panel";
import type { Role } from "@/lib/progress/validation";
import { decisionCounts } from "@/lib/review/review-words";
import { DecisionLine } from "./decision-line";
import type { Decision } from "./review-view";

export function FormerDecisions({ decisions, role }: { decisions: readonly Decision[]; role: Role | null }) {
  return (
    <Panel title="Last week's decisions" note={decisionCounts(decisions)} flush className="print:break-inside-avoid">
      {decisions.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted">Nothing was decided last week, and nothing older is open.</p>
      ) : (
        <ul className="divide-y">
          {decisions.map((decision) => (
            <DecisionLine key={decision.id} decision={decision} role={role} since={`decided in ${decision.week}`} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
