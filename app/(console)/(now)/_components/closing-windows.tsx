"use client";

import type { z } from "zod";
import { actionSentence } from "@/components/ledger/action-sentence";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/text-link";
import { formatDuration } from "@/components/ui/time-format";
import { Timestamp } from "@/components/ui/timestamp";
import type { NowView } from "@/lib/api/contract/views";
import { paths } from "@/lib/client/paths";
import { retryWindow } from "@/lib/ledger/retry-window";

/** The alarm: what can be sent again safely now, and soon no longer. */
export function ClosingWindows({ closing, now }: { closing: z.output<typeof NowView>["closing"]; now: number }) {
  const first = closing[0];
  if (first === undefined) return null;
  const { until } = retryWindow(first, now);
  return (
    <Notice
      tone="danger"
      live="polite"
      title={
        until === null ? "A safe retry has ended" : `The safe retry ends in ${formatDuration(Math.max(0, until - now))}`
      }
      actions={
        <LinkButton size="sm" href={paths.desk()}>
          All unknown outcomes
        </LinkButton>
      }
    >
      <ul>
        {closing.map((record) => (
          <li key={record.action.id}>
            <TextLink href={record.action.runId ? paths.run(record.action.runId) : paths.action(record.action.id)}>
              {actionSentence(record.action)}
            </TextLink>
            {record.verdict.until === null ? null : (
              <>
                {" "}
                until <Timestamp at={record.verdict.until} />
              </>
            )}
          </li>
        ))}
      </ul>
      <p>Resume before that: afterwards the same key may act twice, and somebody has to look first.</p>
    </Notice>
  );
}
