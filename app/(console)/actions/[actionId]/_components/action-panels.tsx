import type { z } from "zod";
import { Payload } from "@/components/ledger/payload";
import { FollowedSteps } from "@/components/review/followed-steps";
import { IncidentsAbout } from "@/components/review/incidents-about";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { useServerNow } from "@/components/ui/server-clock";
import type { ActionView } from "@/lib/api/contract/views";
import { proposalWords } from "@/lib/ledger/settlement";
import type { Role } from "@/lib/progress/validation";
import { AttemptsPanel } from "./attempts-panel";
import { AvoidedPanel } from "./avoided-panel";
import { CommandsPanel } from "./commands-panel";
import { DestinationPanel } from "./destination-panel";
import { KeysPanel } from "./keys-panel";
import { NearMissesPanel } from "./near-misses-panel";
import { OutcomePanel } from "./outcome-panel";
import { VerdictPanel } from "./verdict-panel";

/** Read at 3 a.m. from the top left: what is known, whether a repeat is safe, what to do; then the proof. */
export function ActionPanels({
  view,
  readAt,
  role,
}: {
  view: z.output<typeof ActionView>;
  readAt: number;
  role: Role;
}) {
  const { record, runbook, runbooks, followed } = view;
  // Ticks in runbooks are shown with their runbook.
  const commands = view.commands.filter(({ kind }) => kind !== "follow" && kind !== "unfollow");
  const now = useServerNow(view.now, readAt);
  const nearMisses = <NearMissesPanel record={record} role={role} />;
  // What waits for a person comes before what is over.
  const isAsked = record.nearMisses.some(({ state }) => state === "open");
  return (
    <div className="flex flex-col gap-4">
      {record.proposal ? (
        <Notice tone="attention" title={`${record.proposal.by} proposes: ${proposalWords[record.proposal.as]}`}>
          “{record.proposal.evidence}” It waits for a second person; nothing is settled before.
        </Notice>
      ) : null}
      {isAsked ? nearMisses : null}
      {/* Two columns that fill by themselves; on a phone one, in which the verdict follows the outcome. */}
      <div className="flex flex-col gap-4 lg:grid lg:grid-cols-2 lg:items-start">
        <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
          <OutcomePanel record={record} now={now} />
          <KeysPanel action={record.action} className="max-lg:order-1" />
        </div>
        <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
          <VerdictPanel record={record} now={now} runbook={runbook} runbooks={runbooks} />
          <FollowedSteps steps={followed} about={{ action: record.action.id }} className="max-lg:order-1" />
          <CommandsPanel commands={commands} record={record} className="max-lg:order-1" />
        </div>
      </div>
      {isAsked ? null : nearMisses}
      <AttemptsPanel
        evidence={record.evidence}
        attempts={record.attempts}
        title={record.action.declaration.title}
        now={now}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Panel title="Payload">
            <Payload json={record.payload} bytes={record.action.payloadBytes} purgedAt={record.action.purgedAt} />
          </Panel>
          <AvoidedPanel record={record} role={role} />
          <IncidentsAbout
            about={{ actionId: record.action.id }}
            name={`${record.action.type} for ${record.action.object}`}
            role={role}
          />
        </div>
        <DestinationPanel action={record.action} />
      </div>
    </div>
  );
}
