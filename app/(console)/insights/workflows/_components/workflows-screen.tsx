"use client";

import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import type { AdviceList } from "@/lib/api/contract/advice";
import { pageQueries } from "@/lib/client/page-queries";
import { paths } from "@/lib/client/paths";
import { RecommendationChip } from "./recommendation-chip";
import { troubleSentence, troubleTitle } from "./trouble-words";

type Row = z.output<typeof AdviceList>["rows"][number];

const columns: readonly Column<Row>[] = [
  { key: "workflow", header: "Workflow", cell: ({ workflow }) => workflow, card: "title" },
  {
    key: "recommendation",
    header: "It needs",
    cell: ({ recommendation }) => <RecommendationChip recommendation={recommendation} />,
    card: "plain",
  },
  {
    key: "trouble",
    header: "Costliest kind of trouble",
    cell: ({ troubles: [worst] }) =>
      worst ? (
        <span className="block py-1">
          {troubleTitle(worst)}
          <span className="block text-xs text-muted">{troubleSentence(worst)}</span>
        </span>
      ) : (
        <span className="text-muted">No incident</span>
      ),
  },
  { key: "runs", header: "Runs", cell: ({ runs }) => runs, align: "end", width: "w-20" },
];

/** One line per workflow; why stands on its own page. */
export function WorkflowsScreen() {
  const query = useQuery(pageQueries.workflows());
  const { data, error } = query;
  return (
    <>
      <PageHeader
        title="Which protection does it need?"
        crumbs={[{ href: paths.insights(), label: "Insights" }]}
        facts="What the runs of the last 30 days say for each workflow: keep its progress first, protect its actions first, both, or neither."
      />
      <Panel title="Workflows" flush note={data ? `${data.rows.length} with runs in the last 30 days` : undefined}>
        <DataTable
          caption="Workflows by name"
          columns={columns}
          rows={data?.rows}
          rowKey={({ workflow }) => workflow}
          rowHref={({ workflow }) => paths.workflow(workflow)}
          refreshing={query.isFetching && data !== undefined}
          error={error ? <QueryError what="the workflows" query={query} /> : undefined}
          empty={
            <EmptyState title="No run in the last 30 days">
              A workflow appears here with its first run; the advice begins with its tenth.
            </EmptyState>
          }
        />
      </Panel>
    </>
  );
}
