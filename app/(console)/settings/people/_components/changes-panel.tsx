import { Chip } from "@/components/ui/chip";
import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";
import type { AccountChange } from "@/lib/api/contract/person";
import { changeSentence, refusalWords } from "./change-sentence";

/** What was changed of accounts and what was tried and refused, newest first. */
export function ChangesPanel({ changes }: { changes: readonly AccountChange[] }) {
  return (
    <Panel title="What was changed" note="nothing here can be rewritten" flush={changes.length > 0}>
      {changes.length === 0 ? (
        <p className="text-sm text-muted">Nothing yet. Each change stands here with who made it, and why.</p>
      ) : (
        <ol aria-label="Changes of accounts" className="divide-y text-sm">
          {changes.map((change) => (
            <li key={change.id} className="flex flex-col gap-0.5 px-4 py-2.5 wrap-anywhere">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span>{changeSentence(change)}</span>
                {change.refused === null ? null : (
                  <Chip tone="attention" emphasis="soft">
                    Refused
                  </Chip>
                )}
              </p>
              {change.refused === null ? null : <p>{refusalWords(change.refused)}</p>}
              {change.reason ? <p>“{change.reason}”</p> : null}
              <p className="text-xs text-muted">
                <Timestamp at={change.at} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
