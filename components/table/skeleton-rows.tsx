import { classNames } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/skeleton";
import type { Column } from "./column";

const rowCount = 8;
// Uneven on purpose: equal bars look like content that is broken.
const widths = ["w-24", "w-16", "w-28", "w-20", "w-32"];

export function SkeletonRows<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return Array.from({ length: rowCount }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never reordered
    <tr key={line} aria-hidden className="border-b last:border-b-0 max-sm:block max-sm:px-4 max-sm:py-3">
      {columns.map((column, index) => (
        <td
          key={column.key}
          className="h-10 px-3 first:pl-4 last:pr-4 max-sm:block max-sm:h-6 max-sm:px-0 max-sm:nth-[n+4]:hidden"
        >
          <Skeleton
            className={classNames(widths[(line + index) % widths.length], column.align === "end" && "sm:ml-auto")}
          />
        </td>
      ))}
    </tr>
  ));
}
