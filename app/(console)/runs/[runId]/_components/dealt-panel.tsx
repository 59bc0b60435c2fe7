"use client";

import { ClipboardCheck } from "lucide-react";
import { DealButton } from "@/components/progress/deal-button";
import { RunState } from "@/components/progress/state";
import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import { stoppedForGood } from "@/lib/progress/dealt-with";
import type { Role } from "@/lib/progress/validation";
import { dealtSentence } from "./dealt-words";
import type { RunView } from "./run-view";

const did = { accepted: "accepted it as it is", superseded: "named another run", reopened: "opened it again" } as const;

/** Who or what answered for a run that stopped for good. Nothing is shown of one that never did. */
export function DealtPanel({ view, role }: { view: RunView; role: Role }) {
  const { how, other, decisions } = view.dealt;
  const { run } = view.progress;
  if (how.as === "never_stopped") return null;
  return (
    <Panel
      id="dealt"
      className="scroll-mt-20"
      title={how.as === "open" ? "Not dealt with" : "How it was dealt with"}
      icon={<ClipboardCheck aria-hidden />}
      actions={
        stoppedForGood(run) ? (
          <DealButton run={run} dealt={view.dealt} role={role} as={how.as === "open" ? "accepted" : "reopened"} />
        ) : null
      }
    >
      <div className="flex flex-col gap-2 text-sm">
        <p className="text-base">{dealtSentence(how)}</p>
        {other ? (
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <TextLink href={paths.run(other.id)}>
              {other.name}, {other.workflow}
            </TextLink>
            <RunState value={other.state} />
          </p>
        ) : null}
        {how.as === "open" || (how.as !== "accepted" && how.reason === null) ? null : (
          <p className="text-muted">“{how.reason}”</p>
        )}
        {how.as === "open" ? null : (
          <p className="text-xs text-muted">
            <Timestamp at={how.at} />
          </p>
        )}
        {decisions.length > (how.as === "open" ? 0 : 1) ? (
          <ol aria-label="What was decided about it" className="flex flex-col gap-1 border-t pt-2 text-xs text-muted">
            {decisions.map((decision) => (
              <li key={decision.id}>
                <Timestamp at={decision.at} /> {decision.by} {did[decision.as]}: “{decision.reason}”
              </li>
            ))}
          </ol>
        ) : null}
      </div>
    </Panel>
  );
}
