"use client";

import { actionSentence } from "@/components/ledger/action-sentence";
import { type Changes, editableFields } from "@/components/ledger/payload-edit";
import { PayloadEditor } from "@/components/ledger/payload-editor";
import type { HeldAction } from "./view";

type Props = {
  actions: readonly HeldAction[];
  changes: Record<string, Changes>;
  onChanges: (changes: Record<string, Changes>) => void;
};

/** What leaves may be corrected within the approval; the former is withdrawn then. */
export function EditPayloads({ actions, changes, onChanges }: Props) {
  const editable = actions.flatMap(({ action, payload }) =>
    payload === null || editableFields(payload).length === 0 ? [] : [{ action, payload }],
  );
  if (editable.length === 0) return null;
  return (
    <details className="rounded-lg border px-3 py-2">
      <summary className="cursor-pointer py-1 text-sm font-medium">Change what is sent</summary>
      <p className="mt-1 text-sm text-muted">
        The worker checks a change against the action’s own type before it sends. What does not fit is not sent: the run
        stops, says why, and a person corrects it.
      </p>
      <div className="mt-2 flex flex-col gap-5">
        {editable.map(({ action, payload }) => (
          <section key={action.id} aria-label={actionSentence(action)} className="flex flex-col gap-3">
            <h3 className="text-sm font-semibold">{actionSentence(action)}</h3>
            <PayloadEditor
              payload={payload}
              typed={changes[action.id] ?? {}}
              onTyped={(typed) => onChanges({ ...changes, [action.id]: typed })}
            />
          </section>
        ))}
      </div>
    </details>
  );
}
