"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryError } from "@/components/shell/query-error";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { SkeletonLines } from "@/components/ui/skeleton";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { Timestamp } from "@/components/ui/timestamp";
import { newNonce } from "@/lib/client/nonce";
import { type RunFilters, runQueries } from "@/lib/client/run-queries";
import { type BulkItem, type BulkOutcome, bulkMissing, bulkSummary, typedOver } from "./bulk-resume";
import { BulkRunLine, type PlannedRun } from "./bulk-run-line";
import { useBulkResume } from "./use-bulk-resume";

type Props = { filters: RunFilters; open: boolean; onOpenChange: (open: boolean) => void };

type Plans = { now: number; rows: readonly PlannedRun[]; more: boolean };

const waiting: BulkOutcome = { kind: "waiting" };

/** Mounted anew for each opening: its plans, and the nonces that name its clicks, live as long as it does. */
export function BulkResumeDialog({ filters, open, onOpenChange }: Props) {
  // The filter as it was when the dialog opened: a relative window moves on with the clock.
  const [asked] = useState(filters);
  const [plans, setPlans] = useState<Plans | null>(null);
  const query = useQuery({ ...runQueries.plans(asked), enabled: open && plans === null });
  // As of one moment: what is refreshed after each command must not replace what somebody chose from.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  if (query.data && plans === null) {
    setPlans(query.data);
    setLeft(new Set(query.data.rows.filter(({ stopsAgain }) => stopsAgain !== null).map(({ run }) => run.id)));
  }
  const [nonces] = useState(() => new Map<string, string>());
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const { phase, outcomes, run, stop } = useBulkResume();

  const rows = plans?.rows ?? [];
  const chosen = rows.filter((row) => row.disabled === null && !left.has(row.run.id));
  const outcomeOf = (row: PlannedRun) => outcomes.get(row.run.id) ?? waiting;
  const rest = chosen.filter((row) => ["waiting", "unanswered"].includes(outcomeOf(row).kind));
  const underWay = phase === "running" || phase === "stopping";

  function itemOf({ run: { id }, from, token }: PlannedRun): BulkItem {
    const nonce = nonces.get(id) ?? newNonce();
    nonces.set(id, nonce);
    return { runId: id, from, token, nonce };
  }
  const goOn = () => {
    if (plans) void run(rest.map(itemOf), reason, { count: chosen.length, asOf: plans.now });
  };

  return (
    <Dialog
      size="lg"
      open={open}
      onOpenChange={onOpenChange}
      locked={underWay}
      title={phase === "choosing" ? "Resume several runs" : `Resuming ${runsText(chosen.length)}`}
      description={plans ? <AsOf plans={plans} chosen={chosen.length} /> : undefined}
      footer={
        <>
          {phase === "choosing" ? (
            <>
              <TextArea
                className="flex-none! basis-full!"
                label="Reason"
                required
                rows={2}
                maxLength={2_000}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
                placeholder="Why it is safe and useful to go on; it stays on each of the runs"
              />
              {chosen.length > typedOver ? (
                <TextField
                  className="flex-none! basis-full!"
                  label={
                    <>
                      Type <code className="font-mono">{chosen.length}</code> to resume that many runs
                    </>
                  }
                  mono
                  inputMode="numeric"
                  autoComplete="off"
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
              ) : null}
            </>
          ) : null}
          <Button
            disabledReason={underWay ? "Stop first, or wait for the last run." : null}
            onClick={() => onOpenChange(false)}
          >
            Close
          </Button>
          {underWay ? (
            <Button variant="danger" pending={phase === "stopping"} pendingLabel="Stopping…" onClick={stop}>
              Stop after this one
            </Button>
          ) : rest.length > 0 || phase === "choosing" ? (
            <Button
              variant="primary"
              reasonShown
              disabledReason={
                plans
                  ? bulkMissing(rest.length, reason, phase === "choosing" ? typed : String(rest.length))
                  : "The plans are being made."
              }
              onClick={goOn}
            >
              {phase === "choosing" ? `Resume ${runsText(chosen.length)}` : `Go on with ${runsText(rest.length)}`}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {phase === "choosing" ? null : (
          <Notice
            tone={phase === "ended" ? "neutral" : "info"}
            live="polite"
            title={bulkSummary(chosen.map(outcomeOf))}
          >
            {phase === "ended"
              ? "“Resumed” means that a worker may take it now. What each run does from here stands on its own page."
              : "One after the other, each by the plan that was shown."}
          </Notice>
        )}
        {plans === null ? (
          query.error ? (
            <QueryError what="the plans" query={query} />
          ) : (
            <SkeletonLines lines={6} label="Making the plans" />
          )
        ) : rows.length === 0 ? (
          <p className="text-sm text-muted">None of them is interrupted any more. Close this and look at the list.</p>
        ) : (
          <ul aria-label="Runs" className="divide-y rounded-lg border">
            {(phase === "choosing" ? rows : chosen).map((row) => (
              <BulkRunLine
                key={row.run.id}
                row={row}
                chosen={row.disabled === null && !left.has(row.run.id)}
                onChosen={(isChosen) => setLeft(withOrWithout(left, row.run.id, !isChosen))}
                outcome={phase === "choosing" ? null : outcomeOf(row)}
              />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function AsOf({ plans, chosen }: { plans: Plans; chosen: number }) {
  const off = plans.rows.filter(({ disabled }) => disabled !== null).length;
  const again = plans.rows.filter(({ disabled, stopsAgain }) => disabled === null && stopsAgain !== null).length;
  return (
    <>
      As of <Timestamp at={plans.now} />: {plans.more ? "the newest " : ""}
      {runsText(plans.rows.length)}, {chosen} chosen{off > 0 ? `, ${off} cannot be resumed` : ""}
      {again > 0 ? `, ${again} would stop again` : ""}. Each goes on from its own checkpoint, one after the other; one
      that changed since is left alone.
      {plans.more ? " More match the filter: come back for them." : null}
    </>
  );
}

const runsText = (count: number): string => `${count} ${count === 1 ? "run" : "runs"}`;

function withOrWithout(set: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
