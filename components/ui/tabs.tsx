"use client";

import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { classNames } from "./class-names";

export type TabItem<Value extends string> = {
  value: Value;
  label: ReactNode;
  count?: number;
  content: ReactNode;
};

/** Controlled when `value` is given, which belongs in the URL wherever a link should show the same thing. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  defaultValue,
  onValueChange,
  className,
}: {
  /** Names the list of tabs for screen readers. */
  label: string;
  tabs: readonly TabItem<Value>[];
  value?: Value;
  defaultValue?: Value;
  onValueChange?: (value: Value) => void;
  className?: string;
}) {
  return (
    <Base.Root
      className={className}
      value={value}
      defaultValue={value === undefined ? (defaultValue ?? tabs[0]?.value) : undefined}
      onValueChange={(next) => onValueChange?.(next as Value)} // only values of `tabs` are rendered below
    >
      <Base.List aria-label={label} className="relative flex gap-1 overflow-x-auto border-b px-2">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="flex h-10 shrink-0 items-center gap-1.5 rounded-md px-2.5 text-sm font-medium whitespace-nowrap text-muted outline-offset-[-4px] hover:text-ink data-active:text-ink max-sm:h-11"
          >
            {tab.label}
            {tab.count === undefined ? null : <Count value={tab.count} />}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full bg-ink transition-[translate,width] duration-150 ease-out" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="rounded-b-lg outline-offset-[-2px]">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}

/** A count beside a word; loud only when it asks for somebody. */
export function Count({ value, loud = false, className }: { value: number; loud?: boolean; className?: string }) {
  return (
    <span
      className={classNames(
        "inline-flex h-5 min-w-5 items-center justify-center rounded-full px-1.5 text-2xs font-semibold",
        loud ? "bg-attention text-on-solid" : "bg-neutral-soft text-neutral-on-soft",
        className,
      )}
    >
      {value > 999 ? "999+" : value}
    </span>
  );
}
