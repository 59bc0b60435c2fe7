import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { paths } from "@/lib/client/paths";
import { type EffectKind, impactLabels } from "@/lib/ledger/destination";
import { type ActionFlag, rowsHref } from "./rows";
import type { View } from "./view";

type Use = View["destinations"][number];

const effectWords: Record<EffectKind, string> = {
  read: "read",
  idempotent: "idempotent",
  compensatable: "can be taken back",
  irreversible: "cannot be taken back",
};

const flags: readonly { flag: ActionFlag; header: string }[] = [
  { flag: "retried", header: "Retried" },
  { flag: "leftUnknown", header: "Left unknown" },
  { flag: "unknown", header: "Unknown now" },
  { flag: "avoided", header: "Avoided" },
  { flag: "gotThrough", header: "Got through" },
];

/** What it sends, where to, and what became of repeats. */
export function WritesPanel({ view: { workflow, destinations } }: { view: View }) {
  const columns: readonly Column<Use>[] = [
    {
      key: "destination",
      header: "Destination",
      cell: ({ destination, title, effect, impact }) => (
        <span className="block py-1">
          <TextLink href={paths.destinations(destination)}>{title}</TextLink>
          <span className="block text-xs text-muted">
            {effectWords[effect]}; {impactLabels[impact]}
          </span>
        </span>
      ),
      card: "title",
    },
    { key: "actions", header: "Actions", align: "end", cell: ({ actions }) => actions },
    ...flags.map(
      ({ flag, header }): Column<Use> => ({
        key: flag,
        header,
        align: "end",
        cell: (use) =>
          use[flag] === 0 ? (
            <span className="text-faint">0</span>
          ) : (
            <TextLink
              href={rowsHref(workflow, flag, use)}
              className="inline-flex min-h-6 min-w-6 items-center justify-end"
            >
              {use[flag]}
            </TextLink>
          ),
      }),
    ),
  ];
  return (
    <Panel title="Outside writes" note="Of the same runs, as the ledger has them" flush>
      <DataTable
        caption="Outside writes by destination"
        columns={columns}
        rows={destinations}
        rowKey={({ destination, effect, impact }) => [destination, effect, impact].join(" ")}
        empty={
          <p className="p-4 text-sm text-muted">
            It sent nothing as an action. A write made inside a plain step is not protected, and not seen here.
          </p>
        }
      />
    </Panel>
  );
}
