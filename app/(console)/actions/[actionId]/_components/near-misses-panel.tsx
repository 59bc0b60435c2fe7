"use client";

import { Copy } from "lucide-react";
import type { JudgedAction } from "@/components/ledger/judged-action";
import { nearMissSentence, nearMissStateWords } from "@/components/ledger/near-miss-sentence";
import { OtherSent } from "@/components/ledger/other-sent";
import { ReviseButton } from "@/components/ledger/revise-button";
import { Chip } from "@/components/ui/chip";
import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import { isHold } from "@/lib/ledger/near-miss";
import type { Role } from "@/lib/progress/validation";

/** What was almost the same action, who decided, and the way to decide what is still open. */
export function NearMissesPanel({ record, role }: { record: JudgedAction; role: Role }) {
  const { action, nearMisses } = record;
  if (nearMisses.length === 0) return null;
  return (
    <Panel title="Near misses" note={nearMisses.length}>
      <ul className="flex flex-col gap-4 text-sm">
        {nearMisses.map((near) => {
          const mismatch = near.kind === "other_payload" && near.state === "open";
          return (
            <li key={near.id} className="flex gap-2.5">
              <Copy aria-hidden className="mt-0.5 size-4 shrink-0 text-attention" />
              <div className="flex min-w-0 flex-col gap-1">
                <p>
                  {nearMissSentence(near, action.id)} <OtherSent near={near} own={action.id} />
                </p>
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
                  <Chip tone={near.state === "open" ? "attention" : "neutral"} emphasis="soft">
                    {nearMissStateWords[near.state]}
                  </Chip>
                  <Timestamp at={near.at} />
                  {near.runId ? <TextLink href={paths.run(near.runId)}>The run that asked</TextLink> : null}
                </p>
                {near.decidedBy ? (
                  <p>
                    By {near.decidedBy}
                    {near.reason ? <span className="break-words">: “{near.reason}”</span> : null}
                  </p>
                ) : null}
                {mismatch ? (
                  <p className="mt-1">
                    <ReviseButton variant="primary" record={record} near={near} role={role} />
                  </p>
                ) : null}
                {isHold(near) && near.actionId === action.id ? (
                  <p>It is held: whoever decides its approval lets it go or withdraws it.</p>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
