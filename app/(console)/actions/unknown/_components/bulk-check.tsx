"use client";

import { CircleCheck, CircleHelp, CircleMinus, LoaderCircle, Minus } from "lucide-react";
import { alone } from "@/components/ledger/destination-title";
import { ActionState } from "@/components/ledger/state";
import { classNames } from "@/components/ui/class-names";
import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import { type Tone, toneInk } from "@/components/ui/tone";
import { paths } from "@/lib/client/paths";
import { checkProgress, itemText } from "./bulk-check-words";
import type { DeskCheck } from "./desk-view";

/** One "check all": how far it got, and what came of each, also of those that are settled by now. */
export function BulkCheck({ check }: { check: DeskCheck }) {
  const { answered, total, sentence } = checkProgress(check.items);
  return (
    <Panel
      flush
      title={`${alone(check.title)} was asked about ${total}`}
      note={
        <>
          by {check.by}, <Timestamp at={check.at} />
        </>
      }
    >
      <div className="border-b px-4 py-2.5 text-sm">
        <p aria-live="polite">{sentence}</p>
        <progress
          className="mt-1.5 h-1.5 w-full max-w-md accent-(--color-info)"
          aria-label={`Answers of ${check.title}`}
          value={answered}
          max={total}
        />
      </div>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable without a mouse */}
      <ul className="max-h-72 divide-y overflow-y-auto" aria-label={`What ${check.title} answered`} tabIndex={0}>
        {check.items.map((item) => (
          <li key={item.actionId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
            <ItemIcon item={item} />
            <TextLink href={paths.action(item.actionId)}>
              {item.type} for {item.object}
            </TextLink>
            <span className="min-w-0 flex-1 basis-40 text-muted">{itemText(item)}</span>
            <ActionState value={item.state} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function ItemIcon({ item }: { item: DeskCheck["items"][number] }) {
  const [Icon, tone]: [typeof Minus, Tone] =
    item.why !== null
      ? [Minus, "neutral"]
      : item.look === null || item.look.state === "queued" || item.look.state === "running"
        ? [LoaderCircle, "info"]
        : item.look.result === "found"
          ? [CircleCheck, "ok"]
          : item.look.result === "absent"
            ? [CircleMinus, "attention"]
            : [CircleHelp, "attention"];
  return (
    <Icon
      aria-hidden
      className={classNames(
        "size-4 shrink-0",
        toneInk[tone],
        Icon === LoaderCircle && "[animation-duration:2.4s] motion-safe:animate-spin",
      )}
    />
  );
}
