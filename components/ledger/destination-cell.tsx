import { CopyableId } from "@/components/ui/copyable-id";
import type { Action } from "@/lib/ledger/action";
import { alone } from "./destination-title";

/** Where it goes, and the key the destination sees, short; a click copies all of it. */
export function DestinationCell({ action }: { action: Pick<Action, "declaration" | "providerKey"> }) {
  return (
    <span className="block">
      {alone(action.declaration.title)}
      <span className="block">
        <CopyableId value={action.providerKey} label={action.providerKey.slice(0, 9)} />
      </span>
    </span>
  );
}
