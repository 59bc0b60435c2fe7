"use client";

import { Route } from "lucide-react";
import { Inspector } from "@/components/progress/inspector/inspector";
import { Timeline } from "@/components/progress/timeline/timeline";
import { Panel } from "@/components/ui/panel";
import type { RunView } from "./run-view";

/** The timeline with its inspector: beside it where there is room, below it where there is not. */
export function ProgressRegion({ view }: { view: RunView }) {
  const { progress, answers, fits, now } = view;
  const { stepsDone, stepsExpected } = answers.stopped;
  const known = progress.steps.filter((step) => step.supersededBy === null).length;
  return (
    <Panel
      id="progress"
      title="Progress"
      icon={<Route aria-hidden />}
      note={stepsExpected === null ? `${stepsDone} steps done` : `${stepsDone} of ${stepsExpected} steps done`}
      flush
    >
      <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0">
          <Timeline
            record={progress}
            now={now}
            fits={fits}
            expectedMore={Math.max(0, (stepsExpected ?? 0) - known)}
            onChoose={showInspector}
          />
        </div>
        <div className="border-t xl:border-t-0 xl:border-l">
          <div className="xl:sticky xl:top-(--bar-height) xl:max-h-[calc(100dvh-var(--bar-height))] xl:overflow-y-auto">
            <Inspector record={progress} fits={fits} now={now} />
          </div>
        </div>
      </div>
    </Panel>
  );
}

/** Only where it stands below the timeline: beside it, it is in sight already. */
function showInspector() {
  if (matchMedia("(width < 80rem)").matches) {
    document.getElementById("inspector")?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }
}
