import { CircleCheck, CircleHelp, CircleMinus, CircleX, LoaderCircle, type LucideIcon, Timer } from "lucide-react";
import type { z } from "zod";
import { atStart } from "@/components/ledger/destination-title";
import type { JudgedAction } from "@/components/ledger/judged-action";
import { NextLookUpLine } from "@/components/ledger/next-look-up-line";
import { classNames } from "@/components/ui/class-names";
import { Duration } from "@/components/ui/duration";
import { Timestamp } from "@/components/ui/timestamp";
import { type Tone, toneInk } from "@/components/ui/tone";
import type { Probe } from "@/lib/api/contract/action";
import { nextLookUp } from "@/lib/ledger/look-up";
import type { Verdict } from "@/lib/ledger/verdict";

type ProbeType = z.output<typeof Probe>;

/** Each question put to the destination and how far it got; the newest first, read out as it moves. */
export function LookUps({
  record,
  title,
  verdict,
  now,
}: {
  record: JudgedAction;
  title: string;
  verdict: Verdict;
  now: number;
}) {
  const { probes } = record;
  const next = nextLookUp(record, now);
  if (probes.length === 0 && next.at === null && next.why === null) return null;
  const newestFirst = [...probes].sort((a, b) => b.askedAt - a.askedAt);
  return (
    <section aria-label={`Look-ups at ${title}`} aria-live="polite" className="flex flex-col gap-2">
      <NextLookUpLine next={next} now={now} />
      {newestFirst.map((probe) => (
        <LookUp key={probe.id} probe={probe} title={title} verdict={verdict} now={now} />
      ))}
    </section>
  );
}

function LookUp({ probe, title, verdict, now }: { probe: ProbeType; title: string; verdict: Verdict; now: number }) {
  const { icon: Icon, tone, text } = stageOf(probe, title, now);
  const early = probe.state === "queued" && probe.notBefore > now;
  return (
    <div className="flex gap-2.5 rounded-lg border bg-canvas px-3 py-2.5 text-sm">
      <Icon
        aria-hidden
        className={classNames(
          "mt-0.5 size-4 shrink-0",
          toneInk[tone],
          Icon === LoaderCircle && "[animation-duration:2.4s] motion-safe:animate-spin",
        )}
      />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{text}</p>
        {probe.detail ? <p className="break-words">{probe.detail}</p> : null}
        {early ? (
          <p>
            An “absent” counts from <Timestamp at={probe.notBefore} />, in <Duration from={now} to={probe.notBefore} />.
          </p>
        ) : null}
        {probe.result === "absent" && verdict.kind === "ask_a_person" ? (
          <p>
            It could not settle the outcome: its sender never reported its end, and a paused process could still send.
          </p>
        ) : null}
        <p className="text-xs text-muted">
          asked by {probe.askedBy}, <Timestamp at={probe.askedAt} />
          {probe.finishedAt === null ? null : (
            <>
              , answered after <Duration from={probe.askedAt} to={probe.finishedAt} />
            </>
          )}
        </p>
      </div>
    </div>
  );
}

function stageOf(probe: ProbeType, title: string, now: number): { icon: LucideIcon; tone: Tone; text: string } {
  switch (probe.state) {
    case "queued":
      return probe.notBefore > now
        ? { icon: Timer, tone: "info", text: `Too early to ask ${title} again` }
        : { icon: LoaderCircle, tone: "info", text: `Asking ${title}: waiting for a worker that knows it` };
    case "running":
      return { icon: LoaderCircle, tone: "info", text: `Asking ${title}…` };
    case "failed":
      return { icon: CircleX, tone: "danger", text: `${atStart(title)} could not be asked` };
    case "done":
      return resultOf[probe.result ?? "unclear"](title);
  }
}

const resultOf: Record<NonNullable<ProbeType["result"]>, (title: string) => ReturnType<typeof stageOf>> = {
  found: (title) => ({ icon: CircleCheck, tone: "ok", text: `Found at ${title}` }),
  absent: (title) => ({ icon: CircleMinus, tone: "attention", text: `Absent at ${title}` }),
  unclear: (title) => ({ icon: CircleHelp, tone: "attention", text: `${atStart(title)} gave no clear answer` }),
};
