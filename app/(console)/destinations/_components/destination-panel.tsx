"use client";

import {
  attemptText,
  codesText,
  effectText,
  impactText,
  lookUpText,
  probeText,
  repeatText,
} from "@/components/ledger/destination-sentences";
import { alone } from "@/components/ledger/destination-title";
import { actionLook } from "@/components/ledger/state";
import { KeyValues } from "@/components/ui/key-values";
import { Panel } from "@/components/ui/panel";
import { RunbookQuote } from "@/components/ui/runbook-quote";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import type { ActionState } from "@/lib/ledger/action";
import type { Role } from "@/lib/progress/validation";
import { countText } from "./count-text";
import type { DestinationRow } from "./destination-row";
import { HoldButton } from "./hold-button";
import { HoldHistory } from "./hold-history";
import { HoldNotice } from "./hold-notice";

export function DestinationPanel({ row, now, role }: { row: DestinationRow; now: number; role: Role }) {
  const { declaration } = row;
  return (
    <Panel
      id={declaration.name}
      className="scroll-mt-20"
      title={alone(declaration.title)}
      note={<span className="font-mono">{declaration.name}</span>}
      actions={<HoldButton row={row} role={role} />}
    >
      <div className="flex flex-col gap-4">
        {row.hold ? <HoldNotice row={row} hold={row.hold} now={now} /> : null}
        <KeyValues
          stacked
          items={[
            { key: "actions", label: "Its actions", value: <Counts row={row} /> },
            { key: "repeat", label: "Repeats", value: repeatText(declaration) },
            { key: "impact", label: "If repeated", value: impactText[declaration.impact] },
            { key: "effect", label: "Effect", value: effectText[declaration.effect] },
            { key: "probe", label: "Look-up", value: probeText(declaration) },
            { key: "look-ups", label: "Unknown ones", value: lookUpText(declaration) },
            {
              key: "owner",
              label: "Owner",
              value: declaration.owner ? `${declaration.owner} answers for it.` : "Nobody is named as its owner.",
            },
          ]}
        />
        <RunbookQuote
          quote={row.runbook}
          href={row.runbook ? paths.runbook(row.runbook.slug) : undefined}
          folded
          none={runbookMissing(declaration.runbook)}
        />
        <details className="text-sm">
          <summary className="cursor-pointer text-muted marker:text-faint max-sm:py-2">
            How an attempt is judged
          </summary>
          <ul className="mt-1.5 flex flex-col gap-1">
            <li>{attemptText(declaration)}</li>
            <li>{codesText(declaration)}</li>
            <li>
              A worker declared it this way on <Timestamp at={row.declaredAt} />.
            </li>
          </ul>
        </details>
        <HoldHistory commands={row.commands} />
      </div>
    </Panel>
  );
}

/** What needs somebody must not stand behind what went well. */
const worstFirst: readonly ActionState[] = [
  "unknown",
  "sending",
  "held",
  "planned",
  "refused",
  "confirmed",
  "withdrawn",
];

/** Each count opens exactly the rows it counts. */
function Counts({ row }: { row: DestinationRow }) {
  const counted = worstFirst.flatMap((state) => (row.actions[state] ? [{ state, count: row.actions[state] }] : []));
  if (counted.length === 0) return "No action went there yet.";
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 max-sm:gap-y-2">
      {counted.map(({ state, count }) => (
        <li key={state} className={state === "unknown" ? "font-semibold" : undefined}>
          <TextLink href={paths.actions({ destination: row.declaration.name, states: [state] })}>
            {countText(count)} {actionLook[state].label.toLowerCase()}
          </TextLink>
        </li>
      ))}
    </ul>
  );
}

const runbookMissing = (name: string | null): string =>
  name === null ? "No runbook is named for it." : `Its runbook “${name}” is not among the runbooks of this console.`;
