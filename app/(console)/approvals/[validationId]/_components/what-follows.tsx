import { Panel } from "@/components/ui/panel";
import { expirySays, standingApprovals } from "@/lib/progress/validation";
import type { ValidationView } from "./view";

/** What each answer leads to, said before it is given. */
export function WhatFollows({ view: { validation, actions } }: { view: ValidationView }) {
  const titles = [...new Set(actions.map(({ action }) => action.declaration.title))];
  const count = actions.length === 1 ? "the action" : `the ${actions.length} actions`;
  const says = expirySays(validation);
  const atDeadline = `${says.charAt(0).toUpperCase()}${says.slice(1)}.`;
  const needed =
    validation.quorum === 1
      ? ""
      : standingApprovals(validation).length === 0
        ? " Two people are needed: the first approval alone sends nothing."
        : " One of the two approvals is given: the next one is the last that is needed.";
  const items =
    validation.kind === "approval"
      ? [
          [
            "After approval",
            `The run goes on and sends ${count} exactly as shown. Another payload would be refused.${needed}`,
          ],
          ["After rejection", `Nothing is sent to ${titles.join(" or ")}. The run is told why, and its code ends it.`],
          ["At the deadline", atDeadline],
        ]
      : [
          ["After approval", `The run goes on with your yes. This question itself sends nothing.${needed}`],
          ["After rejection", "The run is told why, and its code decides what follows."],
          ["At the deadline", atDeadline],
        ];
  return (
    <Panel title="What follows">
      <dl className="flex flex-col gap-2.5 text-sm">
        {items.map(([when, what]) => (
          <div key={when}>
            <dt className="font-medium">{when}</dt>
            <dd className="text-muted">{what}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
