"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { paths } from "@/lib/client/paths";
import type { Role } from "@/lib/progress/validation";
import { decisionsMax } from "@/lib/review/decision";
import { weekTitle } from "@/lib/review/review-words";
import { DecisionDialog } from "./decision-dialog";
import { DecisionLine } from "./decision-line";
import type { View } from "./review-view";
import { whyNotChange } from "./why-not-change";

export function DecisionsPanel({ view, role }: { view: View; role: Role }) {
  const { decisions } = view.content;
  const frozen = view.review?.state === "frozen";
  const [times, setTimes] = useState(0);
  const [open, setOpen] = useState(false);
  const full = decisions.length >= decisionsMax ? `${decisionsMax} are decided: more are not done by next week.` : null;
  return (
    <Panel
      title="Decisions"
      note={`at most ${decisionsMax}`}
      flush
      className="print:break-inside-avoid"
      actions={
        frozen ? null : (
          <span data-print="off">
            <Button
              size="sm"
              icon={<Plus aria-hidden />}
              disabledReason={whyNotChange(view, role, "agree") ?? full}
              onClick={() => {
                setTimes(times + 1);
                setOpen(true);
              }}
            >
              Decide…
            </Button>
          </span>
        )
      }
    >
      {decisions.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted">
          Nothing is decided. A decision names who does what until when, and the class of incidents that it should
          reduce.
        </p>
      ) : (
        <ul className="divide-y">
          {decisions.map((decision) => (
            <DecisionLine
              key={decision.id}
              decision={decision}
              role={frozen ? null : role}
              drop={{ off: whyNotChange(view, role, "drop") }}
            />
          ))}
        </ul>
      )}
      {frozen && decisions.length > 0 && view.next ? (
        <p data-print="off" className="border-t px-4 py-2 text-xs text-muted">
          As it was frozen. What became of them since stands, and is marked, in{" "}
          <TextLink href={paths.review(view.next)}>{weekTitle(view.next)}</TextLink>.
        </p>
      ) : null}
      <DecisionDialog key={times} view={view} open={open} onOpenChange={setOpen} />
    </Panel>
  );
}
