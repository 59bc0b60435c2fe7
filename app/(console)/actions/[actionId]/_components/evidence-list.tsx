import {
  FileText,
  LogOut,
  type LucideIcon,
  MailWarning,
  Replace,
  SearchCheck,
  TimerOff,
  UserRound,
  UsersRound,
} from "lucide-react";
import { evidenceText } from "@/components/ledger/evidence-text";
import type { JudgedAction } from "@/components/ledger/judged-action";
import { attemptAnchor } from "@/components/ledger/judged-action";
import { Timestamp } from "@/components/ui/timestamp";

type Evidence = JudgedAction["evidence"][number];

const kinds: Record<Evidence["kind"], { icon: LucideIcon; label: string }> = {
  report: { icon: FileText, label: "Report" },
  late_report: { icon: MailWarning, label: "Late report" },
  fence: { icon: Replace, label: "Newer execution" },
  deadline: { icon: TimerOff, label: "Deadline" },
  exit_seen: { icon: LogOut, label: "Worker exit" },
  probe: { icon: SearchCheck, label: "Look-up" },
  person: { icon: UserRound, label: "Person" },
  proposal: { icon: UsersRound, label: "Proposal" },
};

/** Everything that speaks for the outcome, in the order it came in. */
export function EvidenceList({
  evidence,
  attempts,
}: {
  evidence: readonly Evidence[];
  attempts: JudgedAction["attempts"];
}) {
  if (evidence.length === 0) return <p className="text-sm text-muted">No evidence yet: nothing was sent.</p>;
  const inOrder = [...evidence].sort((a, b) => a.at - b.at);
  return (
    <section aria-label="How we know">
      <h3 className="mb-1.5 text-sm font-medium">How we know</h3>
      <ol className="flex flex-col gap-2.5 text-sm">
        {inOrder.map((item) => {
          const { icon: Icon, label } = kinds[item.kind];
          const attempt = attempts.find((each) => each.id === item.attemptId);
          return (
            <li key={item.id} className="flex gap-2.5">
              <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
              <div className="min-w-0">
                <p className="break-words">
                  <span className="font-medium">{label}</span>
                  {attempt ? (
                    <>
                      {" "}
                      of{" "}
                      <a href={`#${attemptAnchor(attempt.number)}`} className="underline underline-offset-2">
                        attempt {attempt.number}
                      </a>
                    </>
                  ) : null}
                  : {evidenceText(item.says)}
                </p>
                <p className="text-xs text-muted">
                  <Timestamp at={item.at} />
                  {item.by ? `, ${item.by}` : ""}
                </p>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
