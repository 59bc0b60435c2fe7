import type { JudgedAction } from "@/components/ledger/judged-action";
import { outcomeSentence } from "@/components/ledger/outcome-sentence";
import { ActionState } from "@/components/ledger/state";
import { Duration } from "@/components/ui/duration";
import { JsonView } from "@/components/ui/json-view";
import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";
import { EvidenceList } from "./evidence-list";
import { LookUps } from "./look-ups";

/** What is known about the outcome, and how we know. */
export function OutcomePanel({ record, now }: { record: JudgedAction; now: number }) {
  const { action, evidence, verdict } = record;
  return (
    <Panel title="Outcome">
      <div className="flex flex-col gap-4">
        <div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <ActionState value={action.state} />
            <span className="text-sm text-muted">
              <Since record={record} now={now} />
            </span>
          </div>
          <p className="mt-2 text-base">{outcomeSentence(record)}</p>
        </div>
        <LookUps record={record} title={action.declaration.title} verdict={verdict} now={now} />
        <EvidenceList evidence={evidence} attempts={record.attempts} />
        {action.response === null || action.response === undefined ? null : (
          <JsonView label={`Answer of ${action.declaration.title}`} value={action.response} />
        )}
      </div>
    </Panel>
  );
}

function Since({ record: { action }, now }: { record: JudgedAction; now: number }) {
  if (action.settledAt !== null && action.firstBegunAt !== null) {
    return (
      <>
        settled <Timestamp at={action.settledAt} />, <Duration from={action.firstBegunAt} to={action.settledAt} /> after
        the first attempt began
      </>
    );
  }
  if (action.firstBegunAt !== null) {
    return (
      <>
        open since <Timestamp at={action.firstBegunAt} />, for <Duration from={action.firstBegunAt} now={now} />
      </>
    );
  }
  return (
    <>
      declared <Timestamp at={action.createdAt} />
    </>
  );
}
