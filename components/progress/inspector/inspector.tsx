"use client";

import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Tabs } from "@/components/ui/tabs";
import type { CheckpointFit } from "@/lib/progress/checkpoint-fit";
import type { RunRecord } from "@/lib/progress/store";
import { type InspectorTab, nothingSelected, useInspectorTab, useSelection } from "../timeline/timeline-view";
import { CheckpointPanel } from "./checkpoint-panel";
import { DataPanel } from "./data-panel";
import { ErrorPanel } from "./error-panel";
import { LogLines } from "./log-lines";
import { OverviewPanel } from "./overview-panel";
import { checkpointFor, errorsOf, linesOf, subjectOf, titleOf } from "./subject";

/** Everything known about the chosen row; about the run while none is chosen. */
export function Inspector({ record, fits, now }: { record: RunRecord; fits: readonly CheckpointFit[]; now: number }) {
  const [selection, setSelection] = useSelection();
  const [{ tab }, setTab] = useInspectorTab();
  const subject = subjectOf(record, selection);
  const lines = linesOf(record, subject);
  const errors = errorsOf(record, subject);
  const nameOf = new Map(record.steps.map((step) => [step.id, step.name]));
  const asOf = checkpointFor(record, subject);
  return (
    <section aria-label="Inspector" id="inspector" className="flex min-h-0 flex-col scroll-mt-16">
      <header className="flex min-h-10 items-center gap-2 border-b px-4">
        <h3 className="min-w-0 flex-1 truncate text-sm font-semibold">{titleOf(subject)}</h3>
        <CopyButton text={() => location.href} label="Copy link" />
        {subject.kind === "run" ? null : (
          <Button size="sm" variant="ghost" icon={<X aria-hidden />} onClick={() => void setSelection(nothingSelected)}>
            Close
          </Button>
        )}
      </header>
      <Tabs<InspectorTab>
        label="What to show"
        value={tab}
        onValueChange={(next) => void setTab({ tab: next })}
        tabs={[
          {
            value: "overview",
            label: "Overview",
            content: (
              <Body>
                <OverviewPanel record={record} fits={fits} subject={subject} now={now} />
              </Body>
            ),
          },
          {
            value: "logs",
            label: "Logs",
            count: lines.length,
            content: (
              <Body>
                <LogLines lines={lines} stepName={subject.kind === "step" ? undefined : (id) => nameOf.get(id)} />
              </Body>
            ),
          },
          {
            value: "data",
            label: "Input/output",
            content: (
              <Body>
                <DataPanel record={record} subject={subject} />
              </Body>
            ),
          },
          {
            value: "state",
            label: "State",
            content: (
              <Body>
                <CheckpointPanel key={`${subject.kind}${asOf}`} record={record} initial={asOf} />
              </Body>
            ),
          },
          {
            value: "error",
            label: "Error",
            count: errors.length === 0 ? undefined : errors.length,
            content: (
              <Body>
                <ErrorPanel errors={errors} />
              </Body>
            ),
          },
        ]}
      />
    </section>
  );
}

const Body = ({ children }: { children: React.ReactNode }) => <div className="p-4">{children}</div>;
