import { actionLook } from "@/components/ledger/state";
import type { Action } from "@/lib/ledger/action";
import type { Probe } from "@/lib/ledger/store";

type Pressed = { id: string; kind: string; observed: string | null };
type Seen = { action: Pick<Action, "state">; probes: readonly Pick<Probe, "id" | "state" | "result">[] };

/** What is seen to have followed a command; a look-up carries its command's id. */
export function observedEffect({ id, kind, observed }: Pressed, { action, probes }: Seen): string {
  if (observed !== null) return observed;
  const probe = probes.find((each) => each.id === id);
  if (kind === "check" && probe) return `Observed: ${probeText(probe)}.`;
  if (kind === "settle" || kind === "confirm")
    return `Observed: the action is ${actionLook[action.state].label.toLowerCase()} now.`;
  return "No effect observed yet.";
}

function probeText({ state, result }: Pick<Probe, "state" | "result">): string {
  switch (state) {
    case "queued":
      return "the look-up waits for a worker";
    case "running":
      return "the look-up is running";
    case "failed":
      return "the destination could not be asked";
    case "done":
      return result === "found" || result === "absent"
        ? `the look-up says ${result}`
        : "the look-up gave no clear answer";
  }
}
