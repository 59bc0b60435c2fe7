import { actionSentence } from "@/components/ledger/action-sentence";
import { ActionState } from "@/components/ledger/state";
import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import type { HeldAction } from "./view";

/** What this run did outside besides the question: a decision is never about an empty page. */
export function AlreadyDone({ actions }: { actions: readonly HeldAction[] }) {
  return (
    <Panel title="Already done in this run" note={actions.length === 0 ? undefined : actions.length}>
      {actions.length === 0 ? (
        <p className="text-sm text-muted">Nothing besides what is asked above.</p>
      ) : (
        <ul className="flex flex-col gap-2 text-sm">
          {actions.map(({ action }) => (
            <li key={action.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <ActionState value={action.state} />
              <TextLink href={paths.action(action.id)}>{actionSentence(action)}</TextLink>
              {action.settledAt === null ? null : (
                <span className="text-muted">
                  <Timestamp at={action.settledAt} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
