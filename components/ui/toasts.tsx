"use client";

import { CircleAlert, CircleCheck, Info, LoaderCircle, TriangleAlert } from "lucide-react";
import { Toaster } from "sonner";

/** Rendered once, by the providers; say something with `toast` from sonner. Facts that matter also stay on the page. */
export function Toasts() {
  return (
    <Toaster
      position="bottom-right"
      mobileOffset={{ bottom: "calc(var(--dock-height) + 0.75rem)" }}
      visibleToasts={3}
      icons={{
        success: <CircleCheck aria-hidden className="size-4 text-ok" />,
        error: <CircleAlert aria-hidden className="size-4 text-danger-on-soft" />,
        warning: <TriangleAlert aria-hidden className="size-4 text-attention" />,
        info: <Info aria-hidden className="size-4 text-info-on-soft" />,
        loading: <LoaderCircle aria-hidden className="size-4 text-faint motion-safe:animate-spin" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-start gap-2.5 rounded-lg border border-line-strong bg-raised px-3.5 py-3 text-sm text-ink shadow-raised",
          icon: "mt-0.5 shrink-0",
          content: "min-w-0 flex-1",
          title: "font-medium",
          description: "text-muted",
          actionButton:
            "ml-auto h-7 shrink-0 rounded-md border border-line-strong px-2 text-xs font-medium hover:bg-hover",
        },
      }}
    />
  );
}
