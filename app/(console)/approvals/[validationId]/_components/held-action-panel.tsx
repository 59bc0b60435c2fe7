import { actionSentence } from "@/components/ledger/action-sentence";
import { effectText, impactText, repeatText } from "@/components/ledger/destination-sentences";
import { Payload } from "@/components/ledger/payload";
import { ActionState } from "@/components/ledger/state";
import { CopyableId } from "@/components/ui/copyable-id";
import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { paths } from "@/lib/client/paths";
import type { HeldAction } from "./view";

/** One held action with exactly what would be sent. The approval binds to its fingerprint. */
export function HeldActionPanel({ record, position, count }: { record: HeldAction; position: number; count: number }) {
  const { action, payload } = record;
  const { declaration } = action;
  return (
    <Panel
      title={actionSentence(action)}
      note={count > 1 ? `${position} of ${count}` : undefined}
      actions={<ActionState value={action.state} />}
    >
      <Payload json={payload} bytes={action.payloadBytes} />
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
