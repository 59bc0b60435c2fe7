import { ShieldCheck } from "lucide-react";
import { attemptAnchor, type JudgedAction } from "@/components/ledger/judged-action";
import { avoidedCauseWords } from "@/components/ledger/reason-words";
import { SecondButton } from "@/components/ledger/second-button";
import { CopyableId } from "@/components/ui/copyable-id";
import { Panel } from "@/components/ui/panel";
import { shortId } from "@/components/ui/short-id";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import type { Role } from "@/lib/progress/validation";

/** Each time the code asked for it again and nothing was sent, with the confirmation that made a repeat needless. */
export function AvoidedPanel({ record, role }: { record: JudgedAction; role: Role }) {
  const { avoided, attempts, action } = record;
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
              {event.wrong === null ? (
                <p className="mt-1">
                  <SecondButton record={record} event={event} role={role} />
                </p>
              ) : (
                <p className="mt-1 break-words">
                  A genuine second action, says {event.wrong.by}: “{event.wrong.reason}”{" "}
                  <TextLink href={paths.action(event.wrong.secondActionId)}>It is sent as one of its own</TextLink>
                </p>
              )}
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
