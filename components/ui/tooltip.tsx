"use client";

import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ComponentProps, ReactElement, ReactNode } from "react";

/** One popup serves every trigger of the page: a table of a hundred chips costs a hundred spans, not a hundred popups. */
const handle = Base.createHandle<ReactNode>();

type TooltipProps = {
  /** A supplement only: whoever never sees it must not miss a fact. */
  content: ReactNode;
  /** The element that gets the tooltip. */
  render: ReactElement<Record<string, unknown>>;
  children?: ReactNode;
} & Pick<ComponentProps<"button">, "id" | "className" | "tabIndex" | "onClick">;

export function Tooltip({ content, render, children, ...rest }: TooltipProps) {
  return (
    <Base.Trigger handle={handle} payload={content} delay={350} closeOnClick={false} render={render} {...rest}>
      {children}
    </Base.Trigger>
  );
}

/** Rendered once, by the providers. */
export function TooltipHost() {
  return (
    <Base.Provider delay={350} closeDelay={60}>
      <Base.Root handle={handle}>
        {({ payload }) => (
          <Base.Portal>
            <Base.Positioner sideOffset={6} collisionPadding={8} className="z-60">
              <Base.Popup
                data-print="off"
                className="max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-xs text-on-ink shadow-raised transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0"
              >
                {payload}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        )}
      </Base.Root>
    </Base.Provider>
  );
}
