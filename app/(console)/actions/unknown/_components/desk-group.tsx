"use client";

import { alone, atStart } from "@/components/ledger/destination-title";
import { attemptReasonWords } from "@/components/ledger/reason-words";
import { RunbookLink } from "@/components/review/runbook-link";
import { Chip } from "@/components/ui/chip";
import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { paths } from "@/lib/client/paths";
import type { Role } from "@/lib/progress/validation";
import { CheckAllButton } from "./check-all-button";
import { adviceText } from "./desk-advice";
import { DeskRow } from "./desk-row";
import type { DeskGroup as Group } from "./desk-view";

/** One destination and one cause: what is done about one of these is done about all. */
export function DeskGroup({
  group,
  held,
  checking,
  now,
  role,
}: {
  group: Group;
  held: boolean;
  checking: boolean;
  now: number;
  role: Role;
}) {
  const { title, cause, records } = group;
  const advice = [...new Set(records.map((record) => adviceText(record, now)))];
  const cannotBeAsked = records.every(({ action }) => action.declaration.probe === null);
  return (
    <Panel
      flush
      title={`${alone(title)}: ${cause === null ? "no reason known" : attemptReasonWords[cause]}`}
      note={
        <span className="flex flex-wrap items-center gap-2">
          {records.length} {records.length === 1 ? "action" : "actions"}
          {held ? <Chip tone="attention">held</Chip> : null}
          <TextLink href={paths.destinations(group.destination)}>how it treats repeats</TextLink>
        </span>
      }
      actions={
        <CheckAllButton
          group={group}
          role={role}
          off={
            cannotBeAsked
              ? `${atStart(title)} cannot be asked by machine. Look yourself, then settle.`
              : checking
                ? `${atStart(title)} is being asked already.`
                : null
          }
        />
      }
    >
      <ul className="border-b bg-canvas px-4 py-2 text-sm not-has-[li:only-child]:list-disc not-has-[li:only-child]:pl-8">
        {advice.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className="border-b px-4 py-2 text-sm">
        <RunbookLink
          pointer={group.runbooks}
          about={records[0] ? { action: records[0].action.id } : {}}
          none="No runbook fits these."
        />
      </div>
      <ul className="divide-y">
        {records.map((record) => (
          <DeskRow key={record.action.id} record={record} now={now} role={role} />
        ))}
      </ul>
    </Panel>
  );
}
