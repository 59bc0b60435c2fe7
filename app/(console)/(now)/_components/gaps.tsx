import { Unlink } from "lucide-react";
import type { z } from "zod";
import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import type { NowView } from "@/lib/api/contract/views";
import { paths } from "@/lib/client/paths";

/** Where progress and the ledger do not fit together. There is normally none, and then nothing is shown. */
export function Gaps({ gaps, now }: { gaps: z.output<typeof NowView>["gaps"]; now: number }) {
  if (gaps.length === 0) return null;
  return (
    <Panel title="Progress and actions do not fit together" icon={<Unlink aria-hidden />} note={gaps.length} flush>
      <ul className="divide-y">
        {gaps.map(({ kind, action, run, since, sentence }) => (
          <li key={`${kind} ${action.id}`} className="flex flex-col gap-1 px-4 py-2.5 text-sm">
            <p className="break-words">{sentence}</p>
            <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
              <TextLink href={paths.action(action.id)}>The action</TextLink>
              {run ? (
                <TextLink href={paths.run(run.id)}>Its run{run.subject ? `, ${run.subject}` : ""}</TextLink>
              ) : null}
              <Timestamp at={since} kind="relative" now={now} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
