"use client";

import { CircleQuestionMark, Hand, type LucideIcon, Send, ShieldCheck, TriangleAlert } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { useZone } from "@/components/ui/clock";
import { shortId } from "@/components/ui/short-id";
import { TextLink } from "@/components/ui/text-link";
import { formatAbsolute } from "@/components/ui/time-format";
import { type Tone, toneInk } from "@/components/ui/tone";
import { paths } from "@/lib/client/paths";
import type { Plan, PlannedAction } from "./plan";

type Group = { title: string; says: string; icon: LucideIcon; tone: Tone; actions: readonly PlannedAction[] };

/** What a resume means for what goes outside, worst first. The ledger itself is not here, only what the plan says. */
export function PlanActions({ plan }: { plan: Plan }) {
  const all: Group[] = [
    {
      title: "Unknown",
      says: plan.checksFirst
        ? "The destination may have it already. It is asked first; nothing is sent before it has answered."
        : "The destination may have it already. Nothing can go on before this is settled.",
      icon: CircleQuestionMark,
      tone: "attention",
      actions: plan.unknown,
    },
    {
      title: "May happen twice",
      says: "Nobody knows whether it happened before. A person accepted that it is sent again, and may act a second time.",
      icon: TriangleAlert,
      tone: "attention",
      actions: plan.mayBeSent.filter(({ mayRepeat }) => mayRepeat),
    },
    {
      title: "Needs a decision",
      says: "Held until a person has approved exactly what will be sent.",
      icon: Hand,
      tone: "attention",
      actions: plan.needsDecision,
    },
    {
      title: "May be sent",
      says: "Not sent before, or recognised by its key: sending it cannot repeat anything.",
      icon: Send,
      tone: "info",
      actions: plan.mayBeSent.filter(({ mayRepeat }) => !mayRepeat),
    },
    {
      title: "Protected",
      says: "Its outcome is known. It will not be sent again.",
      icon: ShieldCheck,
      tone: "ok",
      actions: plan.protected,
    },
  ];
  const groups = all.filter((group) => group.actions.length > 0);
  if (groups.length === 0) {
    return (
      <p className="rounded-lg border px-3 py-2.5 text-sm text-muted">
        No action was declared beyond this checkpoint. What the code sends from here is sent for the first time.
      </p>
    );
  }
  return (
    <div className="divide-y rounded-lg border">
      {groups.map((group) => (
        <ActionGroup key={group.title} {...group} />
      ))}
    </div>
  );
}

function ActionGroup({ title, says, icon: Icon, tone, actions }: Group) {
  return (
    <section
      aria-label={title}
      className={classNames(
        "flex flex-col gap-x-4 px-3 py-2.5 text-sm sm:flex-row",
        tone === "attention" && "bg-attention-soft/50",
      )}
    >
      <h3 className="flex w-52 shrink-0 items-start gap-2 font-medium">
        <Icon aria-hidden className={classNames("mt-0.5 size-4 shrink-0", toneInk[tone])} />
        <span>
          {title}
          <span className="block font-normal text-muted">
            {actions.length} {actions.length === 1 ? "action" : "actions"}
          </span>
        </span>
      </h3>
      <div className="min-w-0 flex-1 max-sm:pl-6">
        <p className="text-muted">{says}</p>
        <ul className="mt-1 flex flex-col gap-1">
          {actions.map((action) => (
            <PlannedActionLine key={action.actionId} action={action} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function PlannedActionLine({ action }: { action: PlannedAction }) {
  const zone = useZone();
  const { kind, until, reasons } = action.verdict;
  const words = kind.replaceAll("_", " ").toUpperCase();
  const why = reasons.find((reason) => !reason.holds) ?? reasons[0];
  return (
    <li>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{action.type}</span>
        <span>{action.object}</span>
        <TextLink href={paths.action(action.actionId)} className="font-mono text-xs">
          {shortId("act", action.actionId)}
        </TextLink>
        <span className="text-xs font-semibold">
          {words}
          {until === null ? null : ` until ${formatAbsolute(until, zone)}`}
        </span>
      </span>
      {why ? <span className="block text-xs text-muted">{why.text}</span> : null}
    </li>
  );
}
