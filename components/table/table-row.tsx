import Link from "next/link";
import { classNames } from "@/components/ui/class-names";
import type { Column } from "./column";

export function TableRow<Row>({
  id,
  row,
  columns,
  href,
  className,
}: {
  id?: string;
  row: Row;
  columns: readonly Column<Row>[];
  href?: string;
  className?: string;
}) {
  return (
    <tr
      id={id}
      className={classNames(
        // The sticky head covers 2 rem above a row that a link jumped to.
        "scroll-mt-9 target:bg-info-soft relative border-b last:border-b-0 max-sm:flex max-sm:flex-col max-sm:gap-1 max-sm:px-4 max-sm:py-3",
        href && "hover:bg-hover/60 has-[a[data-row]:focus-visible]:bg-hover",
        className,
      )}
    >
      {columns.map((column, index) => (
        <td
          key={column.key}
          className={classNames(
            "h-10 px-3 py-1.5 align-middle first:pl-4 last:pr-4 max-sm:h-auto max-sm:p-0! max-sm:py-0",
            column.align === "end" && "text-right max-sm:text-left",
            cardClass[column.card ?? "field"],
          )}
        >
          {(column.card ?? "field") === "field" ? (
            <span className="w-28 shrink-0 text-muted sm:hidden">{column.header}</span>
          ) : null}
          {index === 0 && href ? (
            // The link's own box is the row; controls inside other cells stand above it with z-1.
            <Link
              href={href}
              data-row
              className="font-medium text-ink outline-offset-[-2px] after:absolute after:inset-0 after:content-[''] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
            >
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

const cardClass: Record<NonNullable<Column<unknown>["card"]>, string> = {
  title: "max-sm:text-base",
  plain: "",
  field: "max-sm:flex max-sm:items-center max-sm:gap-2",
  none: "max-sm:hidden",
};
