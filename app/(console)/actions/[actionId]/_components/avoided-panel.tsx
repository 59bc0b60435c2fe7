import { ShieldCheck } from "lucide-react";
import { attemptAnchor, type JudgedAction } from "@/components/ledger/judged-action";
import { avoidedCauseWords } from "@/components/ledger/reason-words";
import { CopyableId } from "@/components/ui/copyable-id";
import { Panel } from "@/components/ui/panel";
import { shortId } from "@/components/ui/short-id";
import { Timestamp } from "@/components/ui/timestamp";

/** Each time the code asked for it again and nothing was sent, with the confirmation that made a repeat needless. */
export function AvoidedPanel({ record: { avoided, attempts, action } }: { record: JudgedAction }) {
  if (avoided.length === 0) return null;
  return (
    <Panel title="Duplicates avoided" note={avoided.length}>
      <ul className="flex flex-col gap-2.5 text-sm">
        {avoided.map((event) => (
          <li key={event.executionId} className="flex gap-2.5">
            <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
            <div className="min-w-0">
              <p>
                Asked for again {avoidedCauseWords[event.cause]}; nothing was sent.{" "}
                <Proof
                  number={attempts.find((attempt) => attempt.id === event.proofAttemptId)?.number}
                  title={action.declaration.title}
                />
              </p>
              <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
                <Timestamp at={event.at} />
                <CopyableId value={event.executionId} label={shortId("exec", event.executionId)} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Proof({ number, title }: { number: number | undefined; title: string }) {
  if (number === undefined) return <>Proof: a look-up or a person had found it at {title}.</>;
  return (
    <>
      Proof:{" "}
      <a href={`#${attemptAnchor(number)}`} className="underline underline-offset-2">
        attempt {number}
      </a>{" "}
      was confirmed.
    </>
  );
}
