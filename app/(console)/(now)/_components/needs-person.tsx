"use client";

import { CircleCheckBig } from "lucide-react";
import { useState } from "react";
import type { z } from "zod";
import type { JudgedAction } from "@/components/ledger/judged-action";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import type { NowView } from "@/lib/api/contract/views";
import { paths } from "@/lib/client/paths";
import type { Role } from "@/lib/progress/validation";
import { ActionStory } from "./action-story";
import { ApprovalStory } from "./approval-story";
import { RunStory, type Story } from "./run-story";
import { isOfOld, storyOrder } from "./story-order";

/** What may have happened twice first, then unknown outcomes, then what waits for a decision, then what stopped, and last what has stood for days. */
export function NeedsPerson({ view, role }: { view: z.output<typeof NowView>; role: Role }) {
  // A story with an open dialog stays until that is closed, also when somebody else moved the run or newer ones push it out:
  // what was typed there must not vanish.
  const [kept, setKept] = useState<{ story: Story; dialog: "plan" | "settle" } | null>(null);
  const left = kept !== null && !view.stopped.some((story) => story.run.id === kept.story.run.id);
  const stopped = left ? [...view.stopped, kept.story] : view.stopped;
  const runStory = (story: Story) => (
    <RunStory
      key={story.run.id}
      story={story}
      role={role}
      now={view.now}
      planOpen={kept?.dialog === "plan" && story.run.id === kept.story.run.id}
      onPlanOpenChange={(open) => setKept(open ? { story, dialog: "plan" } : null)}
      onSettleOpenChange={(open) => setKept(open ? { story, dialog: "settle" } : null)}
    />
  );
  const actionStory = (record: JudgedAction) => (
    <ActionStory key={record.action.id} record={record} role={role} now={view.now} />
  );
  const unknownCount = view.unknownCount;
  const order = storyOrder(stopped, view.now);
  const isOld = ({ action }: JudgedAction) => isOfOld(action.contradictedAt, view.now);
  const alone = [...view.disputed, ...view.unknown];
  const shown = stopped.length + alone.length + view.approvals.length;
  const total = Math.max(view.stoppedCount, view.stopped.length) + view.approvalCount + alone.length;
  return (
    <Panel
      title="Needs a person"
      note={shown === 0 ? undefined : <More shown={shown} total={total} view={view} />}
      actions={
        <>
          {unknownCount > 0 ? (
            <TextLink href={paths.desk()} className="text-sm">
              {unknownCount} unknown {unknownCount === 1 ? "outcome" : "outcomes"}
            </TextLink>
          ) : null}
          <TextLink href={paths.runs({ dealt: "open" })} className="text-sm">
            {view.openCount} stopped for good, not dealt with
          </TextLink>
        </>
      }
      flush
    >
      {shown === 0 ? (
        <EmptyState icon={<CircleCheckBig aria-hidden />} title="Nothing needs you">
          No run stopped, no outcome is unknown or contradicts itself, and nobody waits for a decision.
        </EmptyState>
      ) : (
        <ul className="divide-y">
          {/* One list, so that a row that changes its place keeps its dialog. */}
          {[
            ...view.disputed.filter((record) => !isOld(record)).map(actionStory),
            ...order.unknown.map(runStory),
            ...view.unknown.map(actionStory),
            ...view.approvals.map((item) => (
              <ApprovalStory key={item.validation.id} item={item} role={role} now={view.now} />
            )),
            ...order.stopped.map(runStory),
            ...view.disputed.filter(isOld).map(actionStory),
            ...order.old.map(runStory),
          ]}
        </ul>
      )}
    </Panel>
  );
}

function More({ shown, total, view }: { shown: number; total: number; view: z.output<typeof NowView> }) {
  if (total <= shown) return `${shown}`;
  return (
    <>
      {shown} of {total}:{" "}
      <TextLink href={paths.runs({ states: ["blocked", "interrupted", "failed"] })}>all that stopped</TextLink>
      {view.approvalCount > view.approvals.length ? (
        <>
          , <TextLink href={paths.approvals()}>all to decide</TextLink>
        </>
      ) : null}
    </>
  );
}
