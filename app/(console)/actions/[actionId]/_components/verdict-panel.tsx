import { Check, X } from "lucide-react";
import type { z } from "zod";
import { atStart } from "@/components/ledger/destination-title";
import type { JudgedAction } from "@/components/ledger/judged-action";
import { verdictLook } from "@/components/ledger/state";
import { VerdictCell } from "@/components/ledger/verdict-cell";
import { RunbookLink } from "@/components/review/runbook-link";
import { Panel } from "@/components/ui/panel";
import { RunbookQuote } from "@/components/ui/runbook-quote";
import type { ActionView } from "@/lib/api/contract/views";
import { paths } from "@/lib/client/paths";
import { runbookLinks } from "@/lib/client/runbook-links";

type Runbook = z.output<typeof ActionView>["runbook"];
type Pointer = z.output<typeof ActionView>["runbooks"];

/** Is sending it again safe now, why, and what the people who run the destination say to do. */
export function VerdictPanel({
  record,
  now,
  runbook,
  runbooks,
}: {
  record: JudgedAction;
  now: number;
  runbook: Runbook;
  runbooks: Pointer;
}) {
  const { verdict } = record;
  const { id, runId, destination, declaration } = record.action;
  const { owner } = declaration;
  return (
    <Panel title="Is a retry safe now?">
      <div className="flex flex-col gap-4">
        <div>
          <VerdictCell verdict={verdict} record={record} now={now} />
          <p className="mt-2 text-base">{verdictLook[verdict.kind].meaning}</p>
        </div>
        <ul className="flex flex-col gap-1.5 text-sm">
          {verdict.reasons.map((reason) => (
            <li key={reason.text} className="flex gap-2">
              {reason.holds ? (
                <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
              ) : (
                <X aria-hidden className="mt-0.5 size-4 shrink-0 text-attention" />
              )}
              <span>
                <span className="sr-only">{reason.holds ? "For: " : "Against: "}</span>
                {atStart(reason.text)}
              </span>
            </li>
          ))}
        </ul>
        {runbook ? (
          <RunbookQuote
            quote={runbook}
            href={paths.runbook(runbook.slug, { action: id })}
            links={runbookLinks({ actionId: id, runId, destination })}
            none=""
          />
        ) : null}
        {runbook && runbooks.ties.length === 0 ? null : (
          <RunbookLink
            pointer={runbooks}
            about={{ action: id }}
            none={`No runbook fits this action.${owner ? ` Its owner is ${owner}.` : " Nobody is named as its owner."}`}
          />
        )}
      </div>
    </Panel>
  );
}
