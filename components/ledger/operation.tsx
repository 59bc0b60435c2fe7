import type { Action } from "@/lib/ledger/action";

/** What is done, to which business object; a second one for the same object carries its occurrence. */
export function Operation({ action }: { action: Pick<Action, "type" | "object" | "occurrence" | "revision"> }) {
  return (
    <span className="block min-w-0">
      <span className="font-medium break-words">{action.object}</span>
      {action.occurrence === "" ? null : <span className="text-muted"> · {action.occurrence}</span>}
      {action.revision > 1 ? <span className="text-muted"> · revision {action.revision}</span> : null}
      <span className="block font-mono text-xs text-muted">{action.type}</span>
    </span>
  );
}
