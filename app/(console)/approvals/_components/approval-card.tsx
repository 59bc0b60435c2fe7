import { ChevronRight } from "lucide-react";
import Link from "next/link";
import type { z } from "zod";
import { actionSentence } from "@/components/ledger/action-sentence";
import { impactText } from "@/components/ledger/destination-sentences";
import { ValidationState } from "@/components/progress/state";
import type { ValidationItem } from "@/lib/api/contract/views";
import { paths } from "@/lib/client/paths";
import { mayDecideAs, type Role, standingApprovals } from "@/lib/progress/validation";
import { approvalsSoFar } from "./approvals-so-far";
import { Deadline } from "./deadline";
import { DecisionLine } from "./decision-line";

type Item = z.output<typeof ValidationItem>;

/** One question: what would happen outside, who asks, until when, and what follows if nobody answers. */
export function ApprovalCard({ item, role }: { item: Item; role: Role }) {
  const { validation, run, actions } = item;
  const waiting = validation.state === "pending";
  return (
    <li className="relative px-4 py-3.5 hover:bg-hover/60 has-[a:focus-visible]:bg-hover">
      <div className="flex items-start gap-x-3 gap-y-1.5 max-sm:flex-col-reverse">
        <div className="min-w-0 flex-1">
          <h2 className="text-base font-semibold">
            <Link
              href={paths.approval(validation.id)}
              className="after:absolute after:inset-0 after:content-[''] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {validation.ask}
            </Link>
          </h2>
          {actions.length > 0 ? (
            <ul className="mt-1 text-sm">
              {actions.map(({ action }) => (
                <li key={action.id}>
                  {actionSentence(action)}
                  {waiting ? <span className="text-muted"> · {impactText[action.declaration.impact]}</span> : null}
                </li>
              ))}
            </ul>
          ) : (
            <p className="mt-1 text-sm text-muted">An answer for the run. Nothing is sent by it.</p>
          )}
          <p className="mt-1.5 text-sm text-muted">
            Asked by {run.workflow}, version {run.workflowVersion}, for {run.subject ?? run.logicalRunId}
          </p>
          {waiting && validation.quorum > 1 ? <p className="mt-1.5 text-sm">{approvalsSoFar(validation)}</p> : null}
          {waiting ? (
            <Deadline validation={validation} className="mt-1.5" />
          ) : (
            <DecisionLine validation={validation} className="mt-1.5" />
          )}
        </div>
        <div className="flex shrink-0 items-center gap-2">
          {waiting && !mayDecideAs(role, validation.role) ? (
            <span className="text-xs text-muted max-sm:hidden">for {validation.role}</span>
          ) : null}
          <ValidationState value={validation.state} given={standingApprovals(validation).length} />
          <ChevronRight aria-hidden className="size-4 text-faint max-sm:hidden" />
        </div>
      </div>
    </li>
  );
}
