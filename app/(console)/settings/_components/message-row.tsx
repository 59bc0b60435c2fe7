import { BellOff, Check, CircleX, Clock, RefreshCw } from "lucide-react";
import type { z } from "zod";
import { StateChip, type StateLook } from "@/components/ui/state-chip";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import type { Message as MessageSchema } from "@/lib/api/contract/settings";
import { paths } from "@/lib/client/paths";

type Message = z.output<typeof MessageSchema>;

/** One message: what it told, of what, and whether it arrived; if not, why, and when the next try is. */
export function MessageRow({ message, now }: { message: Message; now: number }) {
  const { event, objectKind, objectId, name, at, tries, deliveredAt, nextTryAt, error } = message;
  const tried = `${tries} ${tries === 1 ? "try" : "tries"}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p>
          {eventWords[event]}: <TextLink href={hrefOf(objectKind, objectId, name)}>{name}</TextLink>
        </p>
        <p className="text-xs text-muted">
          <Timestamp at={at} kind="relative" now={now} />
          {error === null ? null : <> · {error}</>}
        </p>
      </div>
      <div className="text-xs text-muted">
        {deliveredAt !== null ? (
          <>
            <Timestamp at={deliveredAt} />, {tried}
          </>
        ) : nextTryAt !== null && tries > 0 ? (
          <>
            {tried}, next <Timestamp at={nextTryAt} />
          </>
        ) : tries > 0 ? (
          tried
        ) : null}
      </div>
      <StateChip look={deliveryLook(message)} />
    </li>
  );
}

const eventWords: Record<Message["event"], string> = {
  "person.needed": "A run needs a person",
  "action.unknown": "An outcome stays unknown",
  "action.window_closing": "A window is about to close",
  "action.contradicted": "Something may have happened twice",
  "approval.asked": "An approval is asked",
  "approval.due": "An approval is due",
  "review.ready": "A week's review is ready",
};

function hrefOf(kind: Message["objectKind"], id: string, name: string): string {
  switch (kind) {
    case "run":
      return paths.run(id);
    case "action":
      return paths.action(id);
    case "validation":
      return paths.approval(id);
    case "review":
      // Its name is its week.
      return paths.review(name);
  }
}

function deliveryLook({ deliveredAt, givenUpAt, tries, error }: Message): StateLook {
  if (deliveredAt !== null) return looks.delivered;
  if (givenUpAt !== null) return looks.givenUp;
  if (error !== null) return looks.failing;
  return tries === 0 ? looks.due : looks.sending;
}

const looks: Record<"delivered" | "givenUp" | "failing" | "due" | "sending", StateLook> = {
  delivered: {
    label: "Delivered",
    tone: "ok",
    emphasis: "soft",
    icon: Check,
    meaning: "The receiver answered that it has it.",
  },
  givenUp: {
    label: "Given up",
    tone: "danger",
    emphasis: "outline",
    icon: BellOff,
    meaning: "All tries failed. It is not sent any more.",
  },
  failing: {
    label: "Failing",
    tone: "attention",
    emphasis: "soft",
    icon: CircleX,
    meaning: "The last try failed. It is tried again by itself.",
  },
  due: { label: "Due", tone: "neutral", emphasis: "soft", icon: Clock, meaning: "It is sent within seconds." },
  sending: {
    label: "Sending",
    tone: "info",
    emphasis: "soft",
    icon: RefreshCw,
    meaning: "A try is under way, or its process died and the next one follows.",
  },
};
