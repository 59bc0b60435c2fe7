import { Copy, CopyX, Ghost } from "lucide-react";
import type { ReactNode } from "react";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import { isDisputed } from "@/lib/ledger/action";
import { actionSentence } from "./action-sentence";
import { evidenceText } from "./evidence-text";
import { findingsOf } from "./findings";
import type { JudgedAction } from "./judged-action";
import { nearMissSentence, nearMissStateWords } from "./near-miss-sentence";
import { OtherSent } from "./other-sent";

/** What a run's actions came close to, contradictory evidence, and reports that came late: kept, and never hidden. */
export function RunFindings({ actions }: { actions: readonly JudgedAction[] }) {
  const { contradicted, nearMisses, late } = findingsOf(actions);
  if (contradicted.length + nearMisses.length + late.length === 0) return null;
  return (
    <section aria-label="Near misses and late reports" className="border-t px-4 py-3">
      <h3 className="mb-2 text-sm font-semibold">Near misses and late reports</h3>
      <ul className="flex flex-col gap-2 text-sm">
        {contradicted.map(({ action }) => (
          <Finding key={action.id} icon={<CopyX aria-hidden />} tone="text-danger" at={action.contradictedAt}>
            {isDisputed(action)
              ? `The evidence on ${named(action)} contradicts itself: it may have happened more than once.`
              : `${named(action)} happened more than once, as a person found out.`}
          </Finding>
        ))}
        {nearMisses.map(({ action, near }) => (
          <Finding key={`${near.id} ${action.id}`} icon={<Copy aria-hidden />} tone="text-attention" at={near.at}>
            {named(action)}: {nearMissSentence(near, action.id)} <OtherSent near={near} own={action.id} />{" "}
            {nearMissStateWords[near.state]}.
          </Finding>
        ))}
        {late.map(({ action, evidence, isFenced }) => (
          <Finding key={evidence.id} icon={<Ghost aria-hidden />} tone="text-faint" at={evidence.at}>
            {named(action)}: a report came late
            {isFenced ? ", from an execution that had been replaced" : ""}. It said: {evidenceText(evidence.says)}
          </Finding>
        ))}
      </ul>
    </section>
  );
}

function Finding({
  icon,
  tone,
  at,
  children,
}: {
  icon: ReactNode;
  tone: string;
  at: number | null;
  children: ReactNode;
}) {
  return (
    <li className="flex gap-2.5 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
      <span className={`mt-0.5 shrink-0 [&>svg]:size-4 ${tone}`}>{icon}</span>
      <p className="min-w-0 break-words">
        {children} {at === null ? null : <Timestamp at={at} className="text-xs text-muted" />}
      </p>
    </li>
  );
}

const named = (action: JudgedAction["action"]) => (
  <TextLink href={paths.action(action.id)}>{actionSentence(action)}</TextLink>
);
