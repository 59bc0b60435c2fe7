"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { classNames } from "@/components/ui/class-names";

export function Menu({
  label,
  trigger,
  triggerClass = buttonClass({ variant: "ghost", className: "px-2 max-sm:h-9 max-sm:px-2 max-sm:text-sm" }),
  current = false,
  children,
}: {
  /** Before the trigger's own words, for screen readers. */
  label?: string;
  trigger: ReactNode;
  triggerClass?: string;
  /** The page that is open is one of its links. */
  current?: boolean;
  children: ReactNode;
}) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger aria-current={current ? "page" : undefined} className={triggerClass}>
        {label === undefined ? null : <span className="sr-only">{label}: </span>}
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={6} className="z-50 outline-none">
          <Base.Popup className="min-w-52 rounded-lg border border-line-strong bg-raised p-1 text-sm shadow-raised outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const itemClass =
  "flex min-h-8 items-center gap-2 rounded-md px-2 outline-none select-none data-highlighted:bg-hover max-sm:min-h-11 [&_svg]:size-4 [&_svg]:text-faint cursor-pointer";

export function MenuItem({ icon, onClick, children }: { icon?: ReactNode; onClick: () => void; children: ReactNode }) {
  return (
    <Base.Item className={itemClass} onClick={onClick}>
      {icon}
      {children}
    </Base.Item>
  );
}

export function MenuLink({ icon, href, children }: { icon?: ReactNode; href: string; children: ReactNode }) {
  return (
    <Base.Item className={itemClass} render={<Link href={href} />}>
      {icon}
      {children}
    </Base.Item>
  );
}

export function MenuChoice<Value extends string>({
  label,
  options,
  value,
  onValueChange,
}: {
  label: string;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  value: Value;
  onValueChange: (value: Value) => void;
}) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-xs text-muted">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={onValueChange}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={itemClass}>
            {option.icon}
            {option.label}
            <Base.RadioItemIndicator className="ml-auto">
              <Check aria-hidden className="text-ink!" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

export function MenuText({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames("px-2 py-1.5", className)}>{children}</div>;
}

export function MenuLine() {
  return <Base.Separator className="mx-1 my-1 h-px bg-line" />;
}
