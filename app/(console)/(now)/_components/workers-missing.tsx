import type { z } from "zod";
import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import type { NowView } from "@/lib/api/contract/views";
import { paths } from "@/lib/client/paths";

/** Runs that would move by themselves and cannot: nobody has to press anything, but somebody has to start a worker. */
export function WorkersMissing({ unserved, now }: { unserved: z.output<typeof NowView>["unserved"]; now: number }) {
  const count = unserved.reduce((sum, { runs }) => sum + runs, 0);
  if (count === 0) return null;
  return (
    <Notice
      tone="attention"
      title={
        count === 1 ? "A run waits for a worker that is not there" : `${count} runs wait for workers that are not there`
      }
    >
      <ul>
        {unserved.map(({ workflow, version, runs, since }) => (
          <li key={`${workflow} ${version}`}>
            {workflow} v{version} or newer:{" "}
            <TextLink href={paths.runs({ states: ["queued", "waiting"], workflow })}>
              {runs} {runs === 1 ? "run" : "runs"}
            </TextLink>
            , since <Timestamp at={since} kind="relative" now={now} className="min-h-0" />
          </li>
        ))}
      </ul>
      <p>They go on by themselves as soon as such a worker is started.</p>
    </Notice>
  );
}
