import { LinkButton } from "@/components/ui/link-button";
import type { RunView } from "./run-view";

/** On a phone the two halves lie far apart; each says from here whether it is worth the way. */
export function PageJumps({ view }: { view: RunView }) {
  const { stopped, attempted } = view.answers;
  const unknown = attempted.byState.unknown ?? 0;
  const done = stopped.stepsExpected === null ? stopped.stepsDone : `${stopped.stepsDone}/${stopped.stepsExpected}`;
  return (
    <nav aria-label="On this page" className="grid grid-cols-2 gap-2 md:hidden">
      <LinkButton href="#progress">Progress ({done})</LinkButton>
      <LinkButton href="#actions">Actions ({unknown > 0 ? `${unknown} to check` : view.actions.length})</LinkButton>
    </nav>
  );
}
