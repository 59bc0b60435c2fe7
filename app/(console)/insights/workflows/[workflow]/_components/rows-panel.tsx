"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { shortId } from "@/components/ui/short-id";
import { TextLink } from "@/components/ui/text-link";
import { formatDuration } from "@/components/ui/time-format";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import { type Opened, openRows, rowKinds, rowWords } from "./rows";
import type { View } from "./view";

/** Exactly the rows that the opened figure counts. */
export function RowsPanel({ view }: { view: View }) {
  const [{ rows, at }, setOpened] = useQueryStates({ rows: parseAsStringLiteral(rowKinds), at: parseAsString });
  if (rows === null) return null;
  const opened = openRows(view, rows, at);
  const title = view.destinations.find(({ destination }) => at?.endsWith(`.${destination}`))?.title;
  return (
    <Panel
      id="rows"
      title={title ? `${rowWords[rows]}, at ${title}` : rowWords[rows]}
      note={sizeOf(opened)}
      flush
      actions={
        <Button size="sm" variant="ghost" onClick={() => setOpened({ rows: null, at: null })}>
          Close
        </Button>
      }
    >
      {sizeOf(opened) === 0 ? <p className="px-4 py-3 text-sm text-muted">None.</p> : null}
      <ul className="divide-y text-sm">
        <Items opened={opened} />
      </ul>
      {opened.kind === "actions" && opened.isPartial ? (
        <p className="border-t px-4 py-3 text-sm text-muted">
          These are the newest of them; there are more than one page can list.
        </p>
      ) : null}
    </Panel>
  );
}

function sizeOf(opened: Opened): number {
  switch (opened.kind) {
    case "runs":
      return opened.runIds.length;
    case "steps":
      return opened.steps.length;
    case "actions":
      return opened.actions.length;
  }
}

const line = "flex flex-wrap gap-x-4 px-4 py-2";

function Items({ opened }: { opened: Opened }) {
  switch (opened.kind) {
    case "runs":
      return opened.runIds.map((id) => (
        <li key={id} className={line}>
          <TextLink href={paths.run(id)}>{shortId("run", id)}</TextLink>
        </li>
      ));
    case "steps":
      return opened.steps.map(({ id, runId, step, by, at, tookMs }) => (
        <li key={id} className={line}>
          <TextLink href={paths.run(runId)}>{shortId("run", runId)}</TextLink>
          <span>{step}</span>
          <Timestamp at={at} />
          <span className="text-muted">
            {formatDuration(tookMs)}
            {by === null ? "" : `, ${by}`}
          </span>
        </li>
      ));
    case "actions":
      return opened.actions.map(({ id, type, object }) => (
        <li key={id} className={line}>
          <TextLink href={paths.action(id)}>{type}</TextLink>
          <span>{object}</span>
        </li>
      ));
  }
}
