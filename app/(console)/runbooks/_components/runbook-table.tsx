"use client";

import { BookOpen } from "lucide-react";
import { PatternWords } from "@/components/review/pattern-words";
import { ReviewedOn } from "@/components/review/reviewed-on";
import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import type { RunbookRow, RunbooksView } from "./runbook-view";

const columns: Column<RunbookRow>[] = [
  { key: "title", header: "Runbook", card: "title", cell: (row) => <span className="font-medium">{row.title}</span> },
  { key: "for", header: "Opened for", cell: ({ patterns }) => <PatternWords patterns={patterns} /> },
  { key: "owner", header: "Owner", cell: (row) => row.owner },
  { key: "reviewed", header: "Reviewed", cell: (row) => <ReviewedOn runbook={row} /> },
  {
    key: "used",
    header: "Followed",
    cell: ({ used }) =>
      used === null ? (
        <span className="text-muted">never yet</span>
      ) : (
        <>
          {used.objects === 1 ? "once" : `${used.objects} times`}, last{" "}
          <Timestamp at={used.lastAt} kind="relative" className="text-muted" />
        </>
      ),
  },
];

export function RunbookTable({ view }: { view: RunbooksView }) {
  return (
    <Panel title="All runbooks" icon={<BookOpen aria-hidden />} note={view.rows.length || undefined} flush>
      <DataTable
        caption="Runbooks, by name"
        columns={columns}
        rows={view.rows}
        rowKey={({ slug }) => slug}
        rowHref={({ slug }) => paths.runbook(slug)}
        empty={
          <EmptyState icon={<BookOpen aria-hidden />} title="No runbook yet">
            {view.folder === null ? (
              <>
                Set <code>REPRISE_RUNBOOKS</code> to a folder of Markdown files, and start the console again.
              </>
            ) : (
              <>
                Put Markdown files into <code className="break-all">{view.folder}</code>. They are read as they are,
                without a restart.
              </>
            )}
          </EmptyState>
        }
      />
    </Panel>
  );
}
