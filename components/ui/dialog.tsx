"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { buttonClass } from "./button-class";
import { classNames } from "./class-names";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Verb and object: "Cancel run T-1041". */
  title: ReactNode;
  /** The consequences, in two lines at most. */
  description?: ReactNode;
  /** Buttons, the confirming one last; on a phone they stay at the bottom edge. */
  footer?: ReactNode;
  size?: "sm" | "md" | "lg";
  /** Where the focus goes first; without it the dialog itself, so that Enter confirms nothing by accident. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** While the server answers, neither Escape nor a click outside may close it. */
  locked?: boolean;
  children?: ReactNode;
};

const widthClass = { sm: "sm:max-w-md", md: "sm:max-w-xl", lg: "sm:max-w-3xl" };

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  footer,
  size = "md",
  initialFocus,
  locked = false,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  // By its id and not as an element: a button that what was done here turned off is another element by then.
  const opener = useRef("");
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement?.id ?? "";
  }, [open]);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!(locked && !next)) onOpenChange(next);
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-50 flex items-stretch justify-center sm:items-center sm:p-6">
          <Base.Popup
            ref={popup}
            initialFocus={initialFocus ?? popup}
            finalFocus={() => (opener.current === "" ? null : document.getElementById(opener.current)) ?? true}
            className={classNames(
              "flex w-full flex-col bg-surface text-ink shadow-raised outline-none",
              "max-sm:h-dvh sm:max-h-full sm:rounded-xl sm:border sm:border-line-strong",
              "transition-[opacity,transform] duration-150 ease-out data-ending-style:opacity-0 data-starting-style:opacity-0",
              "data-ending-style:translate-y-2 data-starting-style:translate-y-2",
              widthClass[size],
            )}
          >
            <header className="flex items-start gap-3 border-b px-5 py-4 max-sm:px-4 max-sm:py-3">
              <div className="min-w-0 flex-1">
                <Base.Title className="text-lg font-semibold">{title}</Base.Title>
                {description ? (
                  <Base.Description className="mt-1 text-sm text-muted" render={<div />}>
                    {description}
                  </Base.Description>
                ) : null}
              </div>
              <Base.Close
                disabled={locked}
                className={buttonClass({ variant: "ghost", size: "sm", className: "-mr-2" })}
              >
                <X aria-hidden />
                Close
              </Base.Close>
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4 max-sm:px-4">{children}</div>
            {footer ? (
              <footer className="flex flex-wrap items-start justify-end gap-2 border-t bg-surface px-5 py-3 max-sm:px-4 max-sm:pb-[calc(0.75rem+env(safe-area-inset-bottom))] max-sm:*:flex-1 sm:rounded-b-xl">
                {footer}
              </footer>
            ) : null}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
