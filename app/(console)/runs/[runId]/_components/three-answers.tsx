"use client";

import type { ReactNode } from "react";
import { ActionMark, ActionState, Verdict } from "@/components/ledger/state";
import { classNames } from "@/components/ui/class-names";
import { useZone } from "@/components/ui/clock";
import { formatClock } from "@/components/ui/time-format";
import { Answer } from "./answer";
import type { RunView } from "./run-view";
import { WhereStopped } from "./where-stopped";

/** More than these would push the evidence itself off the screen. */
const shownMax = 4;

/** Where it stopped, what was attempted outside, which retry is safe: each in one sentence, each with its evidence. */
export function ThreeAnswers({ view, stale }: { view: RunView; stale: boolean }) {
  const { attempted, retry } = view.answers;
  const zone = useZone();
  const avoided = new Set(
    view.actions.filter((record) => record.avoided.some(({ wrong }) => wrong === null)).map(({ action }) => action.id),
  );
  return (
    <section
      aria-label="The three answers"
      className={classNames(
        "grid overflow-clip rounded-xl border bg-surface md:grid-cols-[1.4fr_1fr_1fr] md:divide-x max-md:divide-y",
        stale && "opacity-60 grayscale",
      )}
    >
      <WhereStopped view={view} />
      <Answer question="What was already attempted outside?" sentence={attempted.sentence}>
        <ActionLines
          actions={retry.actions}
          mark={(action) => (
            <>
              <ActionState value={action.state} />
              {avoided.has(action.actionId) ? <ActionMark value="duplicate_avoided" /> : null}
            </>
          )}
        />
      </Answer>
      <Answer question="Which retry is still safe, until when?" sentence={retry.sentence}>
        <ActionLines
          actions={retry.actions}
          mark={({ verdict }) => (
            <Verdict
              value={verdict.kind}
              until={verdict.until === null ? undefined : formatClock(verdict.until, zone)}
            />
          )}
        />
      </Answer>
    </section>
  );
}

type Line = RunView["answers"]["retry"]["actions"][number];

function ActionLines({ actions, mark }: { actions: readonly Line[]; mark: (action: Line) => ReactNode }) {
  if (actions.length === 0) return null;
  const more = actions.length - shownMax;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {actions.slice(0, shownMax).map((action) => (
        <li key={action.actionId} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <a
            href={`#action-${action.actionId}`}
            className="inline-flex min-h-6 items-center rounded-sm text-link underline decoration-link/35 underline-offset-2 hover:decoration-link"
          >
            {action.type}
          </a>
          {mark(action)}
        </li>
      ))}
      {more > 0 ? (
        <li>
          <a href="#actions" className="text-link underline">
            and {more} more
          </a>
        </li>
      ) : null}
    </ul>
  );
}
