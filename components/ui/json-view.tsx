"use client";

import { ChevronRight } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { CopyButton } from "./copy-button";
import { SkeletonLines } from "./skeleton";

const JsonTree = lazy(() => import("./json-tree").then((module) => ({ default: module.JsonTree })));

/** Folded until somebody wants it; the viewer itself is fetched then. */
export function JsonView({
  label,
  note,
  value,
  defaultOpen = false,
}: {
  label: ReactNode;
  /** Size, hash, schema: beside the label. */
  note?: ReactNode;
  value: unknown;
  defaultOpen?: boolean;
}) {
  const [open, setOpen] = useState(defaultOpen);
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group overflow-clip rounded-lg border bg-canvas"
    >
      <summary className="flex min-h-9 list-none items-center gap-2 px-3 text-sm font-medium max-sm:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 text-faint transition-transform duration-100 group-open:rotate-90"
        />
        {label}
        {note ? <span className="font-normal text-muted">{note}</span> : null}
      </summary>
      {open ? (
        <div className="relative border-t px-3 py-2">
          <div className="absolute top-1.5 right-1.5">
            <CopyButton text={() => JSON.stringify(value, null, 2) ?? "undefined"} />
          </div>
          <Suspense fallback={<SkeletonLines label="Loading the viewer" />}>
            <JsonTree value={value} />
          </Suspense>
        </div>
      ) : null}
    </details>
  );
}
