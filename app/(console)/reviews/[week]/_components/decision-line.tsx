"use client";

import { CalendarClock, CircleCheck, CircleDashed } from "lucide-react";
import { toast } from "sonner";
import { failureText, failureTitle } from "@/components/command/command-failure";
import { failureOf, useCommand } from "@/components/command/use-command";
import { Button } from "@/components/ui/button";
import { StateChip, type StateLook } from "@/components/ui/state-chip";
import { reviewCommands } from "@/lib/client/review-queries";
import type { Role } from "@/lib/progress/validation";
import { classWords } from "@/lib/review/class-words";
import { visibleText } from "@/lib/visible-text";
import type { Decision } from "./review-view";
import { whyNotPress } from "./why-not-change";

const looks: Record<Decision["state"], StateLook> = {
  done: { label: "Done", tone: "ok", emphasis: "soft", icon: CircleCheck, meaning: "Somebody said that it is done." },
  late: {
    label: "Late",
    tone: "attention",
    emphasis: "solid",
    icon: CalendarClock,
    meaning: "Its day has passed, and nobody said that it is done.",
  },
  open: { label: "Open", tone: "info", emphasis: "outline", icon: CircleDashed, meaning: "Its day has not passed." },
};

type Props = {
  decision: Decision;
  /** Null where it stands as it was frozen. */
  role: Role | null;
  /** Where it cannot be seen from the page: "decided in 2026-W46". */
  since?: string;
  drop?: { off: string | null };
};

export function DecisionLine({ decision, role, since, drop }: Props) {
  const commands = reviewCommands(decision.week);
  const done = decision.state === "done";
  const onFailed = (error: Error) => {
    const failure = failureOf(error);
    toast.error(failureTitle(failure, "Not changed"), { description: failureText(failure) });
  };
  const mark = useCommand({
    send: (nonce, to: boolean) => commands.mark({ nonce, decisionId: decision.id, done: to }),
    onAccepted: (_, to) => toast.success(to ? "Marked as done" : "Open again"),
    onFailed,
    about: decision.state,
  });
  const takeBack = useCommand({
    send: (nonce) => commands.drop({ nonce, decisionId: decision.id }),
    onAccepted: () => toast.success("The decision is taken back"),
    onFailed,
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
      <StateChip look={looks[decision.state]} />
      <div className="min-w-0 flex-1 basis-72">
        <p className="break-words">{visibleText(decision.what)}</p>
        <p className="text-xs text-muted">
          {visibleText(decision.owner)}, due {decision.due}, to reduce {classWords[decision.reduces].toLowerCase()}
          {decision.doneBy ? `; done according to ${decision.doneBy}` : null}
          {since ? `; ${since}` : null}
        </p>
      </div>
      {role === null ? null : (
        <div data-print="off" className="flex gap-2">
          <Button
            size="sm"
            pending={mark.pending}
            pendingLabel="Saving…"
            disabledReason={whyNotPress(role, "mark")}
            onClick={() => mark.press(!done)}
          >
            {done ? "Not done" : "Done"}
            <span className="sr-only"> {decision.what}</span>
          </Button>
          {drop ? (
            <Button
              size="sm"
              variant="ghost"
              pending={takeBack.pending}
              pendingLabel="Taking back…"
              disabledReason={drop.off}
              onClick={() => takeBack.press()}
            >
              Take back
              <span className="sr-only"> {decision.what}</span>
            </Button>
          ) : null}
        </div>
      )}
    </li>
  );
}
