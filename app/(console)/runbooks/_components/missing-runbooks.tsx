import { BookX } from "lucide-react";
import { CopyButton } from "@/components/ui/copy-button";
import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";
import { missingPlace, missingSeen } from "./missing-words";
import type { RunbooksView } from "./runbook-view";

/** Places that had trouble in the last five weeks, and for which nobody wrote anything down. */
export function MissingRunbooks({ missing, now }: { missing: RunbooksView["missing"]; now: number }) {
  return (
    <Panel
      title="Missing"
      icon={<BookX aria-hidden />}
      note="places of the last five weeks that had incidents, stopped runs or unknown outcomes, and have no runbook"
      flush
    >
      {missing.length === 0 ? (
        <p className="p-4 text-sm text-muted">None: nothing happened in the last five weeks that has no runbook.</p>
      ) : (
        <ul className="divide-y">
          {missing.map((one) => (
            <li key={missingPlace(one)} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-sm">
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-medium break-words">{missingPlace(one)}</p>
                <p className="text-xs text-muted">
                  {missingSeen(one)}, last <Timestamp at={one.lastAt} kind="relative" now={now} />
                </p>
              </div>
              <CopyButton text={one.template} label="Copy a template" variant="secondary" />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
