import { actionSentence } from "@/components/ledger/action-sentence";
import { effectText, impactText, repeatText } from "@/components/ledger/destination-sentences";
import { Differences } from "@/components/ledger/differences";
import { nearMissSentence } from "@/components/ledger/near-miss-sentence";
import { OtherSent } from "@/components/ledger/other-sent";
import { Payload } from "@/components/ledger/payload";
import { ActionState } from "@/components/ledger/state";
import { CopyableId } from "@/components/ui/copyable-id";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { paths } from "@/lib/client/paths";
import { isHold } from "@/lib/ledger/near-miss";
import type { HeldAction, ValidationView } from "./view";

/** One held action with exactly what would be sent. The approval binds to its fingerprint. */
export function HeldActionPanel({
  record,
  changed,
  position,
  count,
}: {
  record: HeldAction;
  /** What its revision changed, when it is one. */
  changed: ValidationView["changed"][number] | undefined;
  position: number;
  count: number;
}) {
  const { action, payload, nearMisses } = record;
  const holds = nearMisses.filter((near) => near.actionId === action.id && isHold(near));
  const { declaration } = action;
  return (
    <Panel
      title={actionSentence(action)}
      note={count > 1 ? `${position} of ${count}` : undefined}
      actions={<ActionState value={action.state} />}
    >
      {holds.map((near) => (
        <Notice key={near.id} tone="attention" title="It may be a second time" className="mb-4">
          {nearMissSentence(near, action.id)} <OtherSent near={near} own={action.id} /> Approve it only if this is a
          genuine second one, and say why.
        </Notice>
      ))}
      {changed ? (
        <Notice tone="info" title={`Revision ${changed.revision}: changed since what was first asked`} className="mb-4">
          <Differences differences={changed.differences} before="Before" after="What is sent" />
        </Notice>
      ) : null}
      <Payload json={payload} bytes={action.payloadBytes} purgedAt={action.purgedAt} />
      <p className="mt-4 text-sm text-muted">
        {effectText[declaration.effect]} {impactText[declaration.impact]} {repeatText(declaration)}
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 text-xs text-muted">
        <span className="inline-flex items-center">
          Fingerprint&nbsp;
          <CopyableId value={action.fingerprint} label={action.fingerprint.slice(0, 12)} />
        </span>
        <TextLink href={paths.action(action.id)} className="py-1">
          All about this action
        </TextLink>
      </p>
    </Panel>
  );
}
