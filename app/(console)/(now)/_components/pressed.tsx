import type { z } from "zod";
import { ActionState } from "@/components/ledger/state";
import { RunState } from "@/components/progress/state";
import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import type { NowView } from "@/lib/api/contract/views";
import { paths } from "@/lib/client/paths";

type Row = z.output<typeof NowView>["pressed"][number];

const verbs: Record<Row["command"]["kind"], string> = {
  resume: "resumed",
  cancel: "cancelled",
  check: "checked",
  settle: "settled",
  decide: "decided on",
  confirm: "decided on a proposal about",
  hold: "held",
  release: "released",
  keep: "kept the outcome of",
  revise: "revised",
  second: "sent a second",
  edit: "wrote about",
  agree: "decided something in",
  drop: "took a decision back in",
  mark: "marked a decision of",
  freeze: "froze the review of",
  amend: "began a new version of",
  report: "opened",
  tend: "worked on",
  classify: "classified",
  accept: "accepted",
  supersede: "named the run that did the work of",
  reopen: "opened again",
  follow: "followed a runbook on",
  unfollow: "took back a tick on",
  make_key: "made",
  rotate_key: "replaced",
  revoke_key: "revoked",
};

/** What was pressed in the last half hour, and what is observed to have come of it. */
export function Pressed({ rows, now }: { rows: readonly Row[]; now: number }) {
  if (rows.length === 0) return null;
  return (
    <Panel title="Just pressed" note="with what is observed now" flush>
      <ul className="divide-y" aria-live="polite">
        {rows.map((row) => (
          <li key={row.command.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
            <span>
              {row.command.by} {row.command.state === "refused" ? "was refused: " : null}
              {verbOf(row)} <TextLink href={addressOf(row)}>{row.name}</TextLink>
            </span>
            {row.actionState ? <ActionState value={row.actionState} /> : null}
            {row.runState ? <RunState value={row.runState} /> : null}
            <span className="ml-auto text-xs text-muted">
              <Timestamp at={row.command.at} kind="relative" now={now} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function verbOf({ command, verdict }: Row): string {
  if (verdict !== null) return verdict === "approve" ? "approved" : "rejected";
  return verbs[command.kind];
}

function addressOf({ command, runId }: Row): string {
  if (command.objectKind === "action") return paths.action(command.objectId);
  if (command.objectKind === "validation") return paths.approval(command.objectId);
  if (command.objectKind === "destination") return paths.destinations(command.objectId);
  if (command.objectKind === "review") return paths.review(command.objectId);
  if (command.objectKind === "incident") return paths.incident(command.objectId);
  return paths.run(runId ?? command.objectId);
}
