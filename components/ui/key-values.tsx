import type { ReactNode } from "react";
import { classNames } from "./class-names";

export type KeyValue = { key: string; label: ReactNode; value: ReactNode };

/** Labelled facts. A null value is left out; what is unknown should say so in words. */
export function KeyValues({
  items,
  columns = 1,
  stacked = false,
  className,
}: {
  items: readonly KeyValue[];
  columns?: 1 | 2;
  /** On a phone each label stands above its value, close to it: for values that are sentences. */
  stacked?: boolean;
  className?: string;
}) {
  return (
    <dl
      className={classNames(
        "grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1.5 text-sm",
        stacked && "max-sm:grid-cols-1 max-sm:gap-y-0 max-sm:[&_dd]:pt-0 max-sm:[&_dd]:pb-2.5 max-sm:[&_dt]:pb-0",
        columns === 2 && "lg:grid-cols-[minmax(6rem,auto)_1fr_minmax(6rem,auto)_1fr]",
        className,
      )}
    >
      {items.map((item) =>
        item.value === null || item.value === undefined ? null : (
          <div key={item.key} className="contents">
            <dt className="py-0.5 text-muted">{item.label}</dt>
            <dd className="min-w-0 py-0.5 break-words">{item.value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
